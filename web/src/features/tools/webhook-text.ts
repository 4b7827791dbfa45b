import type { WebhookDelivery, WebhookEvent } from '#contract/outgoing-webhooks.ts';
import type { Tone } from '#web/ui/tone.ts';

/** In display order. */
export const webhookEvents: readonly WebhookEvent[] = ['briefing.ready', 'briefing.sent', 'meeting.changed'];

export const eventNames: Record<WebhookEvent, string> = {
  'briefing.ready': 'Briefing ready',
  'briefing.sent': 'Briefing sent',
  'meeting.changed': 'Meeting changed',
};

/** An event's name in the list of deliveries; any unknown event is a test. */
export function eventName(event: string): string {
  const [, name] = Object.entries(eventNames).find(([known]) => known === event) ?? [];
  return name ?? 'Test';
}

export const deliveryStates: Record<WebhookDelivery['state'], { text: string; tone: Tone }> = {
  queued: { text: 'Waiting', tone: 'neutral' },
  sending: { text: 'Sending', tone: 'accent' },
  delivered: { text: 'Delivered', tone: 'success' },
  unknown: { text: 'May have been delivered', tone: 'warning' },
  failed: { text: 'Failed', tone: 'danger' },
};
