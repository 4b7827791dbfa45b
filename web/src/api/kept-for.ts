export const KEPT_FOR = 'kept_for';

/** Set while a push subscription is being replaced, so that a failed replacement is retried at the next start. */
export const UNRENEWED = 'push_unrenewed';

/** The cache of offline briefings. public/sw.js and public/offline.js use the same name. */
export const OFFLINE_CACHE = 'foreword-offline';

/**
 * Returns the id of the user who turned on offline briefings or notifications on this device (features/device), until
 * their session ends; otherwise null. Read from local storage, since the server cannot be asked while offline.
 */
export const keptFor = () => localStorage.getItem(KEPT_FOR);

/** Deletes the stored briefings and unregisters the service worker, which ends its push subscription. */
export function forgetKept(): void {
  if (keptFor()) void forget();
}

async function forget(): Promise<void> {
  await caches.delete(OFFLINE_CACHE);
  await (await navigator.serviceWorker.getRegistration())?.unregister();
  localStorage.removeItem(UNRENEWED);
  // Last, so that an interrupted cleanup runs again.
  localStorage.removeItem(KEPT_FOR);
}
