const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes HTML's numeric entities and the most common named ones in plain text. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (decimal) return fromCodePoint(Number(decimal)) ?? entity;
    if (hex) return fromCodePoint(Number.parseInt(hex, 16)) ?? entity;
    return ENTITIES[String(name).toLowerCase()] ?? entity;
  });
}

function fromCodePoint(code: number): string | null {
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : null;
}
