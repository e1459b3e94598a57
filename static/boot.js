// Starts the application that Trunk built, and says so plainly where that fails.
// index.html names the two files in <meta> tags, the wasm file with its digest.

const named = (name) => document.querySelector(`meta[name="${name}"]`);

function explain(error) {
  const notice = document.getElementById("start-failed");
  notice.hidden = false;
  document.getElementById("start-reason").textContent = String(error?.message ?? error);
  console.error(error);
}

try {
  const module = named("trivium-module").content;
  const wasm = named("trivium-wasm");
  const { default: start } = await import(new URL(module, document.baseURI).href);
  const integrity = wasm.dataset.digest ?? "";
  await start({ module_or_path: fetch(wasm.content, { integrity, credentials: "same-origin" }) });
} catch (error) {
  explain(error);
}
