const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * The text of an HTML description with its line breaks kept and every other tag gone. What comes out is text: it is shown as such, so
 * that nothing in it can act.
 */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(/\s*<br\s*\/?>|<\/(p|div|li|tr|h\d)\s*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#\d+|#x[\da-f]+|\w+);/gi, decodeEntity)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
