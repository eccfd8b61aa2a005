// Caches visited pages, texts and art for offline use. Online, pages come from the server, and files come from the cache only
// if the page says that it has the same version. API requests and sockets are never cached.

const VERSION = "VERSION";
const HEADER = "x-table-eleven-version";
const CACHE = `eleven-${VERSION}`;
const PRECACHE = ["/offline", "/", "/manifest.webmanifest", "/static/icon.svg", "/static/lib/apply_theme.js", "/static/lib/theme.css", "/static/pages/home.css", "/static/pages/offline.js"];
const NEVER_CACHED = ["/api/", "/ws/", "/health", "/metrics", "/service-worker.js"];

const worker = /** @type {any} */ (self);

/** @type {boolean | null} whether the latest page has this version; unknown after the browser has stopped the worker */
let current = null;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(PRECACHE.map((path) => new Request(path, { cache: "reload" })))).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = (/** @type {string[]} */ names) => names.filter((name) => name.startsWith("eleven-") && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || NEVER_CACHED.some((path) => pathname.startsWith(path))) return;
  if (request.mode === "navigate") event.respondWith(networkFirst(event));
  else event.respondWith(cacheFirst(event));
});

// Push notifications: the server sends the text; a click opens the table, in an existing tab if there is one.

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, path, tag } = event.data.json();
  const shown = worker.registration.showNotification(title, { body, tag, icon: "/static/icons/192.png", data: path });
  event.waitUntil(Promise.all([shown, worker.navigator.setAppBadge?.(1)]));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
  event.waitUntil(resubscribe(event));
});

/** Focus the tab with a path, or open one. @param {string} path */
async function openPage(path) {
  const url = new URL(path, location.origin).href;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((/** @type {any} */ one) => one.url === url);
  return open ? open.focus() : worker.clients.openWindow(url);
}

/** Send the browser's new push subscription to the server. @param {any} event */
async function resubscribe(event) {
  const options = event.oldSubscription?.options ?? { userVisibleOnly: true };
  const { endpoint, keys } = (event.newSubscription ?? (await worker.registration.pushManager.subscribe(options))).toJSON();
  const headers = { "Content-Type": "application/json", "X-Table-Eleven": "1" };
  const postJson = (/** @type {string} */ where, /** @type {object} */ body) => fetch(`/api/me/reminders/push${where}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (event.oldSubscription) await postJson("/remove", { endpoint: event.oldSubscription.endpoint });
  await postJson("", { endpoint, keys });
}

/** Cache a response if it is cacheable. @param {Request} request @param {Response} answer */
async function cacheResponse(request, answer) {
  if (!answer.ok || answer.headers.get("cache-control")?.includes("no-store")) return;
  await (await caches.open(CACHE)).put(request, answer);
}

/** Load a page from the server; offline, use the cached page or the offline page. @param {any} event */
async function networkFirst(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    const version = answer.headers.get(HEADER);
    current = version === VERSION;
    if (current) event.waitUntil(cacheResponse(request, answer.clone()));
    else if (version) worker.registration.update().catch(() => undefined);
    return answer;
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(request, { ignoreVary: true })) ?? (await cache.match("/offline", { ignoreVary: true })) ?? Response.error();
  }
}

/** Load a file: from the cache if the page has the same version, else from the server first. @param {any} event */
async function cacheFirst(event) {
  const { request } = event;
  const kept = await (await caches.open(CACHE)).match(request, { ignoreVary: true });
  if (kept && current) return kept;
  try {
    const answer = await fetch(request, { cache: "no-cache" });
    if (current) event.waitUntil(cacheResponse(request, answer.clone()));
    return answer;
  } catch (failure) {
    if (kept) return kept;
    throw failure;
  }
}
