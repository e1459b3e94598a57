// Starts what Trunk built, and says so plainly where that fails. The first page is a program of its own, so that it
// comes quickly; everything else is the application, which takes over in the same document when it is asked for.
// index.html names the first page's files and the build of the others in <meta> tags.

const named = (name) => document.querySelector(`meta[name="${name}"]`);
const address = (file) => new URL(file, document.baseURI).href;

const { content: build, dataset: later } = named("trivium-app");
const [appModule, appWasm] = later.digests.split(" ");
const first = {
  module: named("trivium-module").content,
  wasm: named("trivium-wasm").content,
  digests: { module: named("trivium-module").dataset.digest, wasm: named("trivium-wasm").dataset.digest },
};
// Trunk puts no digest into these names; the query tells builds apart.
const app = {
  module: `./app.js?${build}`,
  wasm: `./app_bg.wasm?${build}`,
  digests: { module: appModule, wasm: appWasm },
};

function explain(error) {
  const notice = document.getElementById("start-failed");
  notice.hidden = false;
  document.getElementById("start-reason").textContent = String(error?.message ?? error);
  console.error(error);
}

// Fetches both files of a program at once; nothing of it runs yet.
async function fetched({ module, wasm, digests }) {
  const response = fetch(address(wasm), { integrity: digests.wasm, credentials: "same-origin" });
  // An import takes no digest; the module that is preloaded with one is the one that is imported.
  const link = document.createElement("link");
  Object.assign(link, { rel: "modulepreload", href: address(module), integrity: digests.module });
  document.head.append(link);
  const [{ default: start }, code] = await Promise.all([import(address(module)), WebAssembly.compileStreaming(response)]);
  return () => start({ module_or_path: code });
}

// The application is fetched once, at the first sign that it will be asked for. What failed is fetched anew.
let coming = null;
function fetchApp() {
  coming ??= fetched(app).catch((error) => {
    coming = null;
    throw error;
  });
  return coming;
}

globalThis.trivium = {
  // Starts the application at the present address; `leave` takes the first page off the screen before.
  async open(leave) {
    const start = await fetchApp();
    leave();
    await start().catch(explain);
  },
};

function wantsFirstPage() {
  const view = new URLSearchParams(location.search).get("view") ?? "";
  if (view !== "" && view !== "home") return false;
  try {
    // The list of kept games needs every game.
    return !localStorage.getItem("trivium-games");
  } catch {
    return true;
  }
}

// A finger or pointer on a link or a move, or the focus there: the click is near.
function watchForSigns() {
  const sign = (event) => {
    if (event.target.closest?.(".choice, a[href*='view=']")) {
      for (const name of signs) removeEventListener(name, sign, true);
      fetchApp().catch(() => {});
    }
  };
  const signs = ["pointerover", "touchstart", "focusin"];
  for (const name of signs) addEventListener(name, sign, { capture: true, passive: true });
}

try {
  if (wantsFirstPage()) {
    const start = await fetched(first);
    await start();
    watchForSigns();
  } else {
    const start = await fetchApp();
    await start();
  }
} catch (error) {
  explain(error);
}
