import { splitSentences } from '#sandbox/world/html-text.ts';

export type SourceId = string | number;
export type Source = { id: SourceId; url: string; title: string; date: Date | undefined };
/** One sentence of the input and the sources it came from. `title` is the headline of the first of them. */
export type Fact = { text: string; sourceIds: SourceId[]; title: string; date: Date | undefined };
/** `id` is how the caller refers to the guest, where it gives one. */
export type Guest = { id: string | undefined; name: string; email: string | undefined; title: string | undefined };

/** What readers of the caller's text have found so far. Sources are kept by URL. */
export type Draft = { sources: Map<string, Source>; facts: Fact[]; guests: Guest[]; gaps: string[]; earlier: string[] };

const gapPattern =
  /\b(could not find|no public information|not found|cannot tell|nothing (?:public )?was found|unknown)\b/i;

/** Each sentence of the text is a fact of these sources; citation marks go. */
export function addFacts(text: string, sourceIds: SourceId[], draft: Draft): void {
  for (const sentence of splitSentences(text)) {
    draft.facts.push({ text: sentence.replaceAll(/(?:\s*\[\d+\])+/g, ''), sourceIds, title: '', date: undefined });
  }
}

/** Sentences that say what could not be found. */
export function addGaps(text: string, draft: Draft): void {
  draft.gaps.push(...splitSentences(text).filter(isGap));
}

export function isGap(sentence: string): boolean {
  return gapPattern.test(sentence);
}

export function parseDate(text: string | undefined): Date | undefined {
  const date = text === undefined ? undefined : new Date(/^\d{1,2} \w+ \d{4}$/.test(text) ? `${text} UTC` : text);
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Page titles without the site's name behind a bar. */
export function cleanTitle(title: string): string {
  return title.replace(/\s+\|.*$/, '').trim();
}
