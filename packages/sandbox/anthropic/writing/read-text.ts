import { decodeEntities } from '#sandbox/world/html-text.ts';
import { addFacts, cleanTitle, type Draft, parseDate, type Source, type SourceId } from './draft.ts';

/** `<source id="1" url="..." title="..." date="...">text</source>`; children of those names do as well. */
export function readTags(text: string, draft: Draft): void {
  for (const [, attributes = '', body = ''] of text.matchAll(
    /<(?:source|document|page|result)\b([^>]*)>([\s\S]*?)<\/(?:source|document|page|result)>/gi,
  )) {
    const attribute = (name: string) => {
      const found =
        new RegExp(String.raw`\b${name}\s*=\s*["']([^"']*)["']`, 'i').exec(attributes) ??
        new RegExp(`<${name}>([^<]*)</${name}>`, 'i').exec(body);
      return found?.[1] === undefined ? undefined : decodeEntities(found[1]);
    };
    const id = attribute('id') ?? attribute('index') ?? attribute('n');
    const url = attribute('url') ?? attribute('href') ?? '';
    const title = attribute('title') ?? url;
    const key = url === '' ? `#${id ?? draft.sources.size + 1}` : url;
    const source = {
      id: numericId(id) ?? draft.sources.size + 1,
      url,
      title: cleanTitle(title),
      date: parseDate(attribute('date')),
    };
    draft.sources.set(key, source);
    addFacts(
      decodeEntities(body.replaceAll(/<(title|url|id|date)>[^<]*<\/\1>/gi, '').replaceAll(/<[^>]+>/g, '\n')),
      [source.id],
      draft,
    );
  }
}

/** `[1] Title - https://...` with its text on the lines below, and sentences that end in marks: `... [1][2]`. */
export function readNumbered(text: string, draft: Draft): void {
  const lines = text.split('\n');
  let current: Source | undefined;
  for (const line of lines) {
    const head = /^\s*\[?(\d+)[\].)]\s+(.*?)[\s|(<–—-]*(https?:\/\/[^\s)>]+)\)?>?\s*$/.exec(line);
    if (head) {
      const [, id = '', title = '', url = ''] = head;
      current = { id: Number(id), url, title: cleanTitle(title === '' ? url : title), date: undefined };
      if (!draft.sources.has(url)) draft.sources.set(url, current);
    } else if (current && line.trim() !== '') addFacts(line.replace(/^\s*[-*•]\s*/, ''), [current.id], draft);
    else if (line.trim() === '') current = undefined;
    const tail = head ? null : /^\s*[-*•]?\s*(.{20,}?)((?:\s*\[\d+\])+)\s*$/.exec(line);
    if (tail)
      addFacts(
        tail[1] ?? '',
        [...(tail[2] ?? '').matchAll(/\d+/g)].map(([id]) => Number(id)),
        draft,
      );
  }
}

function numericId(id: string | undefined): SourceId | undefined {
  if (id === undefined) return undefined;
  return /^\d+$/.test(id) ? Number(id) : id;
}
