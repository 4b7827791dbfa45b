import { KEPT_FOR, UNRENEWED } from '#web/api/kept-for.ts';
import { deletePushSubscription, postPushSubscription } from '#web/api/push.ts';

/** The user or the browser does not allow notifications. */
export class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

const isPushSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/**
 * Explains to the user why this browser can't be notified; null if it can.
 * @param key the installation's public key; null if it sends no push messages
 */
export function whyNoPush(key: string | null): string | null {
  if (key !== null && isPushSupported()) return null;
  // Only browsers on iOS have `standalone`. They offer push only to installed apps.
  const isUninstalled = 'standalone' in navigator && navigator.standalone === false;
  return key !== null && isUninstalled
    ? 'Add Foreword to your Home Screen first.'
    : 'Notifications are not available here.';
}

export async function isPushOn(): Promise<boolean> {
  return isPushSupported() && (await findSubscription()) !== null;
}

/**
 * Asks for permission and subscribes this browser to the user's push messages.
 * @param key the installation's public key
 * @throws NotAllowedError, or the browser's or server's error; the browser is then not subscribed
 */
export async function turnPushOn(userId: string, key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new NotAllowedError('Your browser does not allow notifications from this site.');
  }
  localStorage.setItem(KEPT_FOR, userId);
  await navigator.serviceWorker.register('/sw.js');
  const subscription = await subscribe(key);
  try {
    await post(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

export async function turnPushOff(): Promise<void> {
  localStorage.removeItem(UNRENEWED);
  const subscription = await findSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await deletePushSubscription({ endpoint: subscription.endpoint });
}

/**
 * Stores this browser's subscription on the server again, in case the server lost it. Replaces it first if it was made
 * for another key or its last replacement failed.
 */
export async function renewPush(key: string): Promise<void> {
  const subscription = isPushSupported() ? await findSubscription() : null;
  const isWanted = subscription !== null || localStorage.getItem(UNRENEWED) !== null;
  if (!isWanted || Notification.permission !== 'granted') return;
  if (subscription && isFor(subscription, key)) return await post(subscription);
  localStorage.setItem(UNRENEWED, 'yes');
  await subscription?.unsubscribe();
  await post(await subscribe(key));
  localStorage.removeItem(UNRENEWED);
}

function isFor({ options: { applicationServerKey } }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer());
  const plain = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return plain(btoa(String.fromCharCode(...bytes))) === plain(key);
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function post(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await postPushSubscription({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  });
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}
