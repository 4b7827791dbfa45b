import { KEPT_FOR } from '#web/api/kept-for.ts';
import { deletePushSubscription, postPushSubscription } from '#web/api/push.ts';

/** Somebody, or their browser, said no. */
export class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

export const canBeTold = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export async function isTold(): Promise<boolean> {
  return canBeTold() && (await findSubscription()) !== null;
}

/** @throws NotAllowedError, and whatever keeps the browser or the server from it: then the browser is not told either */
export async function startTelling(userId: string, key: string): Promise<void> {
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

export async function stopTelling(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await deletePushSubscription(subscription.endpoint);
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}
