// Keeps the whole site for visits without a connection. The build writes the version and the files.
const VERSION = "{{ version }}";
const FILES = {{ files }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  event.waitUntil(old.then((gone) => Promise.all(gone)).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
