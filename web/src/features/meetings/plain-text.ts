const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * Returns a description as plain text. Synced descriptions already are, but older rows may hold HTML, whose tags are
 * removed or turned into line breaks.
 */
export function plainText(description: string): string {
  // Addresses in brackets, as in `Join<https://…>`, are not tags.
  return HTML.test(description) ? withoutTags(description) : description;
}

const HTML = /<br\b|<\/[a-z]|<script|<img|&(?:#\d+|#x[\da-f]+|\w+);/i;

function withoutTags(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(/\s*<br\s*\/?>|<\/(p|div|li|tr|h\d)\s*>/gi, '\n')
    .replace(/<(?!https?:)[^>]*>/gi, '')
    .replace(/&(#\d+|#x[\da-f]+|\w+);/gi, decodeEntity)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
