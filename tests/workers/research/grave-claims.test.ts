import { expect, test } from 'vitest';
import { claimsGraveEvent } from '#workers/research/grave-claims.ts';
import type { RunSource } from '#workers/research/sources.ts';

// A pattern that tries every way to part the capitals would not end.
test('a page of capitals that tells of an event is read in time', { timeout: 30_000 }, () => {
  const page = pageOf(`${'Aa '.repeat(60)}b, Kim was fired.`);
  expect(claimsGraveEvent('Kim was fired.', [page])).toBe(false);
  expect(claimsGraveEvent('Rui was fired.', [page])).toBe(true);
});

function pageOf(text: string): RunSource {
  return { id: 's1', url: 'https://press.test/1', requestedUrl: null, title: 'News', text, age: null };
}
