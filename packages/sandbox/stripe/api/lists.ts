import type Stripe from 'stripe';
import type * as z from 'zod';
import { invalidParameter, missing } from '#sandbox/stripe/errors.ts';
import { text, whole } from './params.ts';

/** The parameters of every list. */
export const paging = { limit: whole.optional(), starting_after: text.optional(), ending_before: text.optional() };

type Paging = z.infer<z.ZodObject<typeof paging>>;

/**
 * Returns one page of a list, newest first.
 * @param objects everything that matches the filters, oldest first
 */
export function page<T extends { id: string; object: string }>(
  objects: T[],
  { limit = 10, starting_after, ending_before }: Paging,
  url: string,
): Stripe.ApiList<T> {
  checkLimit(limit);
  const newestFirst = objects.toReversed();
  if (ending_before !== undefined) {
    const end = positionOf(newestFirst, ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url };
  }
  const start = starting_after === undefined ? 0 : positionOf(newestFirst, starting_after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url };
}

/** Returns a complete list to embed in an object, in the given order. */
export function embedList<T>(data: T[], url: string): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url };
}

export function checkLimit(limit: number): void {
  if (limit < 1) throw invalidParameter('This value must be greater than or equal to 1.', 'limit');
  if (limit > 100) throw invalidParameter('This value must be less than or equal to 100.', 'limit');
}

function positionOf(objects: { id: string; object: string }[], id: string, param: string): number {
  const position = objects.findIndex((object) => object.id === id);
  if (position === -1) throw missing(400, objects[0]?.object ?? 'object', id, param);
  return position;
}
