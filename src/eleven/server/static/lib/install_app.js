// Registers the service worker, which caches the pages' files, so that the app can be installed and opened offline.

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}
