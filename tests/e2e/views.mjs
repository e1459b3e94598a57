// Every view that can be reached by its address; axe and the screenshots go through all of them.
export const views = [{ name: "home", query: "" }];
