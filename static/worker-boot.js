// Starts the worker that Trunk built. The query names the build, so that script and module are of one kind however
// long the browser keeps old files. Messages that come before the module stands are kept for it.

const early = [];
self.onmessage = (event) => early.push(event.data);
// What breaks inside a promise is told to the page like any other error.
self.addEventListener("unhandledrejection", (event) => {
  setTimeout(() => {
    throw event.reason;
  });
});

importScripts(`worker.js${self.location.search}`);
wasm_bindgen({ module_or_path: `worker_bg.wasm${self.location.search}` }).then(() => {
  for (const data of early) self.onmessage(new MessageEvent("message", { data }));
});
