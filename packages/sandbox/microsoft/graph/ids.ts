import { createHash, randomBytes } from 'node:crypto';

/** The target of an event id: an event or a series, or one occurrence of a series by its original start. */
export type EventRef = { key: string; originalStartMs?: number | undefined };

const spaces = {
  default: { prefix: 'AAMkAG', suffix: 'AAA=' },
  immutable: { prefix: 'AAkALgAAAAAA', suffix: '' },
} as const;

/** Returns an item key: random, or derived from `seed`. */
export function itemKey(seed?: string): string {
  const bytes =
    seed === undefined
      ? randomBytes(16)
      : createHash('sha256').update(`microsoft-item:${seed}`).digest().subarray(0, 16);
  return bytes.toString('hex');
}

/** Returns the id of an event for a caller; `Prefer: IdType="ImmutableId"` selects the other space. */
export function eventId({ key, originalStartMs = 0 }: EventRef, immutable: boolean): string {
  const occurrence = Buffer.alloc(8);
  occurrence.writeBigInt64BE(BigInt(originalStartMs));
  const parts = [Buffer.from(key, 'hex'), occurrence];
  const { prefix, suffix } = immutable ? spaces.immutable : spaces.default;
  return `${prefix}${Buffer.concat(immutable ? parts.toReversed() : parts).toString('base64url')}${suffix}`;
}

/** Parses an id of either space; undefined if it is neither. */
export function readEventId(id: string): EventRef | undefined {
  const immutable = id.startsWith(spaces.immutable.prefix);
  const { prefix, suffix } = immutable ? spaces.immutable : spaces.default;
  if (!id.startsWith(prefix) || !id.endsWith(suffix)) return undefined;
  const bytes = Buffer.from(id.slice(prefix.length, id.length - suffix.length), 'base64url');
  if (bytes.length !== 24) return undefined;
  const originalStartMs = Number(bytes.readBigInt64BE(immutable ? 0 : 16));
  const key = bytes.subarray(immutable ? 8 : 0, immutable ? 24 : 16).toString('hex');
  return { key, ...(originalStartMs !== 0 && { originalStartMs }) };
}

/** Returns a meeting's global id, the same in every mailbox ([MS-OXOCAL] PidLidGlobalObjectId). */
export function newICalUId(key: string): string {
  return `040000008200E00074C5B7101A82E00800000000${key.slice(0, 16).toUpperCase()}000000000000000010000000${key.toUpperCase()}`;
}

/** Returns an occurrence's global id: that of its series, with the occurrence's original date. */
export function occurrenceICalUId(iCalUId: string, originalDate: string): string {
  const [year = 0, month = 0, day = 0] = originalDate.split('-').map(Number);
  const hex = (value: number, width: number): string => value.toString(16).toUpperCase().padStart(width, '0');
  return `${iCalUId.slice(0, 32)}${hex(year, 4)}${hex(month, 2)}${hex(day, 2)}${iCalUId.slice(40)}`;
}

/** Returns a resource's version: base64, different after every write. */
export function changeKey(key: string, change: number): string {
  return createHash('sha256').update(`${key}:${change}`).digest().subarray(0, 24).toString('base64');
}
