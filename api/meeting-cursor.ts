import * as z from 'zod';
import { invalid } from './errors.ts';

const cursorParts = z.tuple([z.coerce.number().int(), z.uuid()]);

/** Where a page ended: start time and id of its last meeting, so that meetings that come or go meanwhile shift nothing. */
export function encodeCursor({ startTime, id }: { startTime: Date; id: string }): string {
  return Buffer.from(`${startTime.getTime()}.${id}`).toString('base64url');
}

/** @throws 400 for anything that is not one of our cursors */
export function decodeCursor(cursor: string): { startTime: Date; id: string } {
  const parts = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  const parsed = cursorParts.safeParse(parts);
  const startTime = new Date(parsed.data?.[0] ?? Number.NaN);
  if (!parsed.success || Number.isNaN(startTime.getTime())) throw invalid({ cursor: 'cursor is not one of ours' });
  return { startTime, id: parsed.data[1] };
}
