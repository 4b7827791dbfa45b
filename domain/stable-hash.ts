/** 32 bits, always the same for one text: FNV-1a over the characters spreads ids evenly and needs no library inside a workflow. */
export function stableHash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
