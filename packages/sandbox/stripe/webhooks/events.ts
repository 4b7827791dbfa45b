import type { StripeContext } from '#sandbox/stripe/context.ts';
import { apiVersion, type EventType, isLive, type StripeEvent } from '#sandbox/stripe/objects.ts';
import { all, put } from '#sandbox/stripe/store.ts';
import { now, testClockOf } from '#sandbox/stripe/time.ts';

/** Records an event with the object's current state, and passes it to the subscribed webhook endpoints. */
export function emit(
  context: StripeContext,
  type: EventType,
  object: object,
  previous?: Record<string, unknown>,
): void {
  const endpoints = all(context, 'webhook_endpoint').filter((endpoint) => wants(endpoint, type));
  const event: StripeEvent = {
    id: context.newId('evt_'),
    object: 'event',
    api_version: apiVersion,
    created: now(context, testClockOf(context, object)),
    data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
    livemode: isLive,
    pending_webhooks: endpoints.length,
    request: context.cause ? { ...context.cause } : { id: null, idempotency_key: null },
    type,
  };
  put(context, 'event', event);
  context.deliver(event);
}

/** Changes an object in place and, if anything differs, records the event with the previous attributes. */
export function change<T extends object>(
  context: StripeContext,
  type: EventType,
  object: T,
  mutate: (object: T) => void,
): void {
  const before = structuredClone(object);
  mutate(object);
  const previous = previousAttributes(before, object);
  if (Object.keys(previous).length > 0) emit(context, type, object, previous);
}

export function wants(endpoint: { status: string; enabled_events: string[] }, type: string): boolean {
  if (endpoint.status !== 'enabled') return false;
  return endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type);
}

/** Returns the previous values of what changed: nested objects by field, arrays as a whole, absent values as null. */
function previousAttributes(before: object, after: object): Record<string, unknown> {
  const old = new Map(Object.entries(before));
  const differences: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(after)) {
    const was: unknown = old.get(field) ?? null;
    if (JSON.stringify(was) === JSON.stringify(value ?? null)) continue;
    const nested = isPlain(was) && isPlain(value);
    differences[field] = nested ? previousAttributes(was, value) : was;
  }
  return differences;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
