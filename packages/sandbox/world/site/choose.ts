/** Returns a deterministic number for a key. */
export function hashOf(key: string): number {
  let hash = 2_166_136_261;
  for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash;
}

/** Returns up to `count` consecutive items, starting at a position derived from the key. */
export function chooseSome<T>(from: readonly T[], key: string, count: number): T[] {
  const start = from.length === 0 ? 0 : hashOf(key) % from.length;
  return [...from.slice(start), ...from.slice(0, start)].slice(0, count);
}
