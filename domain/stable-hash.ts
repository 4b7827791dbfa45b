/** Returns a string's 32-bit FNV-1a hash: deterministic, evenly spread, and without a library in workflows. */
export function stableHash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
