const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'", nbsp: ' ' };

/** Returns a page's text as a fetching tool does: without tags, but with hidden elements and comments. */
export function htmlToText(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<!--([\s\S]*?)-->/g, '\n$1\n')
    .replaceAll(/<\/(p|div|h[1-6]|li|tr|section|article)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .split('\n')
    .map(decodeEntities)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Decodes the entities that escaping produces, and a few more. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (entity, name) => entities[String(name).toLowerCase()] ?? entity);
}

/** Splits text into whole sentences. Dots in `Dr.`, numbers and host names do not end a sentence. */
export function splitSentences(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.split(/(?<=[。！？])/u))
    .flatMap((line) => line.split(/(?<=[.!?])(?<!\b(?:Dr|Mr|Ms|Mrs|St|Inc|Ltd|No|vs|approx)\.)\s+(?=[\p{Lu}\d"“(])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
