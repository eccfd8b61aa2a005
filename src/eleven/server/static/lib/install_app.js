// The page can be installed, and opens without a connection: where the browser allows it, a service worker keeps its files.

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}
