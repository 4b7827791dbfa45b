export const KEPT_FOR = 'kept_for';

/** Where the briefings are that a device keeps; public/sw.js and public/offline.js know the name too. */
export const OFFLINE_CACHE = 'foreword-offline';

/**
 * Whom something is kept for on this device, or told; null where nothing was turned on (features/device). It is for one user: without a connection nobody
 * can ask the server who it is.
 */
export const keptFor = () => localStorage.getItem(KEPT_FOR);

/** Ends it: the briefings are deleted, and with the service worker goes its subscription to messages. */
export function forgetKept(): void {
  if (keptFor()) void forget();
}

async function forget(): Promise<void> {
  await caches.delete(OFFLINE_CACHE);
  await (await navigator.serviceWorker.getRegistration())?.unregister();
  // Last, so that what was cut off is begun anew.
  localStorage.removeItem(KEPT_FOR);
}
