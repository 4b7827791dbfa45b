import { describe, expect, test } from 'vitest';
import { htmlToText } from '#sandbox/world/html-text.ts';
import { quotable } from '#sandbox/world/pages.ts';
import { toHtml } from '#sandbox/world/site/to-html.ts';
import { createWorld } from '#sandbox/world/world.ts';

const webUrl = 'http://127.0.0.1:4007';
const now = new Date('2026-11-21T09:00:00Z');
const world = createWorld({ webUrl, now: () => now });
const pages = world.pages().filter(({ sheets }) => sheets === undefined);
const textOf = (location: string) => {
  const page = world.page(location);
  if (!page) throw new Error(location);
  return world.text(page);
};

describe('a fetched page', () => {
  test('contains every sentence and row of its article word for word', () => {
    const missing = pages.flatMap((page) => quotable(page).filter((quote) => !world.text(page).includes(quote)));
    expect(missing).toEqual([]);
  });

  test('is 2 to 40 KB, with a logo, and has more than 1,400 characters before the article', () => {
    const sizes = pages.map((page) => Buffer.byteLength(world.text(page)));
    expect(Math.min(...sizes)).toBeGreaterThan(2_000);
    expect(Math.max(...sizes)).toBeLessThan(40_000);
    expect(Math.max(...sizes)).toBeGreaterThan(25_000);
    const starts = pages.map((page) => world.text(page).indexOf(`# ${page.title}`));
    expect(Math.min(...starts)).toBeGreaterThan(1_400);
    expect(starts.filter((start) => start > 3_000).length).toBeGreaterThan(pages.length / 2);
    expect(pages.filter((page) => !/\[!\[.+ Logo\]\(http.+\)\]\(http/.test(world.text(page)))).toEqual([]);
  });

  test("teases other companies' stories, but no hostile or superseded ones", () => {
    const text = textOf('tradewire.test/2/brightwater-ghent');
    const others = world.companies.filter(({ domain, name }) => domain !== 'brightwater.test' && text.includes(name));
    expect(others.length).toBeGreaterThan(5);
    expect(pages.filter((page) => page.orders.length === 0 && world.text(page).includes('CANARY'))).toEqual([]);
    expect(text).not.toContain('independent company owned by its founders');
  });

  test("has its company's legal name in the copyright line", () => {
    expect(textOf('gic.test')).toMatch(/© 2026 Grupo Ibérico de Comunicaciones, S\.A\. Todos los derechos/);
    expect(textOf('brightwater.test')).toContain('© 2026 Brightwater B.V. All rights reserved.');
  });

  test('renders its table with units in the header', () => {
    expect(textOf('csj.test/fabricas')).toContain(
      '| Fábrica | Atum (t) | Sardinha (t) | Trabalhadores |\n| --- | --- | --- | --- |\n| Velas | 2.150 | 0 | 96 |',
    );
  });

  test('is the same when the world is created again', () => {
    const again = createWorld({ webUrl, now: () => now });
    expect(pages.filter((page) => again.text(page) !== world.text(page))).toEqual([]);
  });

  test('has all its sentences and the copyright line in its HTML too', () => {
    const page = world.page('hk.test/presse/filialen');
    if (!page) throw new Error('no page');
    const shown = htmlToText(toHtml(world.layout(page), page.title, page.language));
    for (const sentence of page.sentences) expect(shown).toContain(sentence);
    expect(shown).toContain('© 2026 Hanseatische Kreditbank AG');
  });
});

describe('sites in other languages', () => {
  test('cover seven languages besides English, with localized dates (Japanese) and phrases (French)', () => {
    expect(new Set(pages.map(({ language }) => language)).size).toBe(8);
    expect(textOf('hamasaki.test/news/rotterdam')).toContain('浜崎精機は2026年10月30日、オランダのロッテルダムに');
    expect(textOf('lmf.test/team/benoit-lhostis')).toMatch(
      /Benoît L'Hostis est Directeur des achats chez Lemaître & Fils depuis/,
    );
  });

  test('have a truth for every sentence and row except contacts, model instructions and newspaper home pages', () => {
    const told = new Set(world.truths().map(({ quote }) => quote));
    const foreign = pages.filter(
      ({ language, path, domain }) => language !== 'en' && !(path === '' && domain.match(/mercati|wirtschafts/)),
    );
    const left = foreign.flatMap((page) =>
      quotable(page).filter(
        (quote) => quote !== page.contact && !told.has(quote) && page.orders.every(({ text }) => text !== quote),
      ),
    );
    expect(left).toEqual([]);
  });
});

test('every truth quotes a page, has an English version and is about a known company or person', () => {
  const quotes = new Set(world.pages().flatMap(quotable));
  expect(world.truths().filter(({ quote }) => !quotes.has(quote))).toEqual([]);
  expect(world.truths().filter(({ said }) => said.en === undefined)).toEqual([]);
  const known = new Set(world.companies.flatMap(({ domain, people }) => [domain, ...people.map(({ email }) => email)]));
  expect(world.truths().filter(({ about }) => !known.has(about))).toEqual([]);
});

test('pages with model instructions are in five languages and have other sentences too', () => {
  const hostile = world.pages().filter(({ orders }) => orders.length > 0);
  expect(new Set(hostile.map(({ language }) => language))).toEqual(new Set(['en', 'de', 'fr', 'es', 'ja']));
  for (const page of hostile) {
    expect(page.orders.some(({ text }) => page.sentences.includes(text))).toBe(true);
    expect(page.sentences.some((sentence) => page.orders.every(({ text }) => text !== sentence))).toBe(true);
  }
});

test('a PDF has one page per sheet', () => {
  const page = world.page('hk.test/berichte/geschaeftsbericht.pdf');
  if (!page) throw new Error('no page');
  const file = world.pdf(page).toString('latin1');
  expect(file.startsWith('%PDF-1.4\n')).toBe(true);
  expect(file.match(/\/Type \/Page /g)).toHaveLength(2);
  expect(file).toContain('(Die Bilanzsumme der Hanseatischen Kreditbank stieg 2025 um 6,5 Prozent auf 18,4');
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  expect(file.slice(start, start + 4)).toBe('xref');
});
