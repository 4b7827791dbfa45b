import type { Language } from '#sandbox/world/languages.ts';
import { quotable } from '#sandbox/world/pages.ts';
import type { World } from '#sandbox/world/world.ts';

/**
 * Returns a quote's sentences in the draft's language, or the quote unchanged if the world doesn't contain all of them;
 * empty for a quote too short to be a sentence.
 */
export type Restate = (quote: string) => string[];

export function createRestater(world: World, language: Language): Restate {
  const said = new Map(world.truths().map(({ quote, said }) => [quote, said[language] ?? said.en ?? quote]));
  const sentences = [...new Set(world.pages().flatMap(quotable))].toSorted((a, b) => b.length - a.length);

  /** Completes a quote that a search result cut off; empty if no sentence starts with it. */
  function completed(quote: string): string {
    if (!quote.endsWith('...')) return quote;
    const beginning = quote.slice(0, -3);
    return sentences.find((sentence) => sentence.startsWith(beginning)) ?? '';
  }

  return (quote) => {
    const text = completed(quote.replaceAll(/\s+/g, ' ').trim());
    if (text.length < 12) return [];
    let rest = text;
    const parts: { at: number; told: string }[] = [];
    for (const sentence of sentences) {
      const at = rest.indexOf(sentence);
      if (at < 0) continue;
      parts.push({ at, told: said.get(sentence) ?? sentence });
      rest = rest.slice(0, at) + ' '.repeat(sentence.length) + rest.slice(at + sentence.length);
    }
    const isWhole = parts.length > 0 && rest.trim() === '';
    return isWhole ? parts.toSorted((a, b) => a.at - b.at).map(({ told }) => told) : [text];
  };
}
