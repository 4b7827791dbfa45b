// Registered once something is turned on under "This device", and removed when the session ends
// (web/src/api/kept-for.ts). While online, everything comes from the server. Offline, pages under /app show the most
// recently read briefings.

const KEPT = 'foreword-offline';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const isApp = request.mode === 'navigate' && /^\/app(?:\/|$)/.test(pathname);
  if (request.method !== 'GET' || !(isApp || pathname === '/offline.js')) return;
  event.respondWith(
    fetch(request).catch(async (error) => {
      const kept = await caches.match(isApp ? '/offline.html' : '/offline.js', { cacheName: KEPT });
      if (kept) return kept;
      throw error;
    }),
  );
});

// The user who turned this on is signed in here: the worker and its subscription end with their session.
self.addEventListener('push', (event) => {
  const { meetingId, title } = event.data.json();
  const data = { path: `/app/meetings?range=all&meeting=${meetingId}` };
  event.waitUntil(
    self.registration.showNotification('Briefing ready', { body: title, icon: '/icon-192.png', tag: meetingId, data }),
  );
});

// The push service ended the subscription or the browser replaced it. Requests carry the session cookie; once the
// session has ended, the server refuses to send the key and nothing is subscribed.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.newSubscription));
});

async function renew(replacement) {
  const answer = await fetch('/api/push/key');
  const { key } = answer.ok ? (await answer.json()).data : { key: null };
  if (key === null) return;
  const subscription =
    replacement ??
    (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/users/push-subscriptions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.path));
});
