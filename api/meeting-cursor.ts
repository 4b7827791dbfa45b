import * as z from 'zod';
import { invalid } from './errors.ts';

/** Valid start times, in ms since 1970. JavaScript's dates start earlier than Postgres' timestamps. */
const [EARLIEST, LATEST] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

const cursorParts = z.tuple([
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .pipe(z.number().min(EARLIEST).max(LATEST)),
  z.uuid(),
]);

/** Encodes the start time and id of a page's last meeting, so that added or removed meetings do not shift pages. */
export function encodeCursor({ startTime, id }: { startTime: Date; id: string }): string {
  return Buffer.from(`${startTime.getTime()}.${id}`).toString('base64url');
}

/** Decodes where the previous page ended. @throws 400 for anything but one of our cursors */
export function decodeCursor(cursor: string): { startTime: Date; id: string } {
  const parts = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  const { data } = cursorParts.safeParse(parts);
  if (!data) throw invalid({ cursor: 'is not valid' });
  const [startTime, id] = data;
  return { startTime: new Date(startTime), id };
}
