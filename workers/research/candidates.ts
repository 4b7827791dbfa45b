import type { PersonCandidate } from '#contract/research.ts';
import { pageKey } from '#domain/page-key.ts';
import type { SourcePage } from '#providers/research/provider.ts';
import { namesPerson } from './names.ts';
import type { GuestSubject } from './subject.ts';

const MAX_CANDIDATES = 5;
const MAX_EXCERPT_CHARACTERS = 160;

/** Pages that name the guest without anything that ties them to address or employer: the user may know which one is meant. */
export function candidatesFor(guest: GuestSubject, pages: readonly SourcePage[]): PersonCandidate[] {
  const rejected = new Set(guest.answer?.rejectedUrls.map(pageKey));
  return pages
    .filter((page) => namesPerson(`${page.title} ${page.text}`, guest.name) && !rejected.has(pageKey(page.url)))
    .toSorted((a, b) => Number(namesPerson(b.title, guest.name)) - Number(namesPerson(a.title, guest.name)))
    .slice(0, MAX_CANDIDATES)
    .map(({ title, url, text }) => ({ title, url, excerpt: excerptOf(text, guest.name) }));
}

/** The first sentence of the page that names the person; empty where nothing of it was read. */
function excerptOf(text: string, name: string | null): string {
  const sentence = text.split(/(?<=[.!?])\s+|\n+/).find((part) => namesPerson(part, name)) ?? '';
  return sentence.length <= MAX_EXCERPT_CHARACTERS ? sentence : `${sentence.slice(0, MAX_EXCERPT_CHARACTERS)}…`;
}
