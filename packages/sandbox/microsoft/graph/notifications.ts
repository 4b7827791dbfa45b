import type { ChangeType, LifecycleEventType } from '@microsoft/microsoft-graph-types';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { changeKey, eventId } from '#sandbox/microsoft/graph/ids.ts';
import { timestamp } from '#sandbox/microsoft/graph/time.ts';
import { accountOf } from '#sandbox/microsoft/identity/grants.ts';
import type { Item, Subscription } from '#sandbox/microsoft/state.ts';

/** Notifies all live subscriptions on the event's calendar that requested this kind of change. */
export function notifySubscriptions(
  context: MicrosoftContext,
  item: Pick<Item, 'key' | 'calendarId' | 'change'> & { originalStartMs?: number },
  changeType: ChangeType,
): void {
  dropExpired(context);
  for (const subscription of context.state.subscriptions) {
    if (subscription.calendarId !== item.calendarId || !subscription.changeType.split(',').includes(changeType))
      continue;
    const id = eventId(item, subscription.immutableIds);
    const resource = `Users/${subscription.oid}/Events/${id}`;
    context.deliveries.send(subscription.notificationUrl, {
      stillWanted: () => isLive(context, subscription),
      body: {
        ...envelope(context, subscription),
        changeType,
        resource,
        resourceData: {
          '@odata.type': '#Microsoft.Graph.Event',
          '@odata.id': resource,
          '@odata.etag': `W/"${changeKey(item.key, item.change)}"`,
          id,
        },
      },
    });
  }
}

/** Sends a lifecycle notification. Returns false if the subscription has no lifecycle URL. */
export function notifyLifecycle(
  context: MicrosoftContext,
  subscription: Subscription,
  lifecycleEvent: LifecycleEventType,
): boolean {
  const { lifecycleNotificationUrl } = subscription;
  if (lifecycleNotificationUrl === undefined) return false;
  const { deliveries, state } = context;
  deliveries.send(lifecycleNotificationUrl, {
    // Sent even if the subscription was removed, since the notification may report that; only a reset drops it.
    stillWanted: () => context.state === state,
    body: { ...envelope(context, subscription), lifecycleEvent },
  });
  return true;
}

export function dropExpired({ state, clock }: MicrosoftContext): void {
  const nowMs = clock.now().getTime();
  state.subscriptions = state.subscriptions.filter(({ expiresAtMs }) => expiresAtMs > nowMs);
}

function isLive({ state, clock }: MicrosoftContext, { id, expiresAtMs }: Subscription): boolean {
  return expiresAtMs > clock.now().getTime() && state.subscriptions.some((subscription) => subscription.id === id);
}

function envelope(context: MicrosoftContext, { id, oid, expiresAtMs, clientState }: Subscription) {
  return {
    subscriptionId: id,
    subscriptionExpirationDateTime: timestamp(new Date(expiresAtMs).toISOString()),
    tenantId: accountOf(context, oid).tenantId,
    ...(clientState !== undefined && { clientState }),
  };
}
