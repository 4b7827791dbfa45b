import { KEPT_FOR } from '#web/api/kept-for.ts';
import { deletePushSubscription, postPushSubscription } from '#web/api/push.ts';

/** The user or the browser does not allow notifications. */
export class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

export const isPushSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

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
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    const { endpoint, keys } = subscription.toJSON();
    await postPushSubscription({
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

export async function turnPushOff(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await deletePushSubscription({ endpoint: subscription.endpoint });
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}
