import { describe, expect, test } from 'vitest';
import { nameOwnPages } from '#domain/company-names.ts';
import { isSiteOf } from '#domain/site-of.ts';

const page = (url: string, title: string, text = '') => ({ url, title, text });

/** Realistic titles and copyright lines; many of these domains do not spell out the name. */
const COMPANIES: [domain: string, name: string, pages: ReturnType<typeof page>[]][] = [
  [
    'nordlicht-bank.test',
    'Nordlicht Bank',
    [page('https://www.nordlicht-bank.test/', 'Privatkunden – Nordlicht Bank')],
  ],
  ['nb.test', 'Nordlicht Bank', [page('https://www.nb.test/', 'Nordlicht Bank | Startseite')]],
  ['loreine.test', 'L’Oréine', [page('https://loreine.test/', 'L’Oréine : accueil')]],
  ['telefonal.test', 'Telefonál', [page('https://www.telefonal.test/es', 'Inicio | Telefonál')]],
  [
    'group.test',
    'Meridian',
    [
      page('https://group.test/', 'Meridian - Home'),
      page('https://group.test/about', 'Meridian - About'),
      page('https://group.test/jobs', 'Jobs'),
    ],
  ],
  [
    'acme.test',
    'Acme Holding GmbH',
    [page('https://acme.test/', 'Willkommen', 'Pumpen.\n\n© 2019–2026 Acme Holding GmbH. Alle Rechte vorbehalten.')],
  ],
  ['acme.test', 'Acme Labs', [page('https://acme.test/', 'Hi', '<meta property="og:site_name" content="Acme Labs">')]],
  [
    'acme.test',
    'Acme S.p.A.',
    [page('https://acme.test/', 'Ciao', '{"@type":"Organization","url":"https://acme.test","name":"Acme S.p.A."}')],
  ],
  [
    'gct.test',
    'Telvara',
    [
      page('https://gct.test/', 'Telvara: fibra para la empresa'),
      page('https://gct.test/news/a', 'Resultados'),
      page('https://gct.test/news/b', 'Portal de proveedores'),
      page('https://gct.test/team/a', 'Ana Gil, Directora | Telvara'),
    ],
  ],
  [
    'hama.test',
    '浜田精機',
    [page('https://hama.test/', '浜田精機｜食品工場のための計量機'), page('https://hama.test/team', '役員 | 浜田精機')],
  ],
  [
    'serverworks.test',
    'サーバーワークス・ジャパン・ホールディングス',
    [
      page('https://serverworks.test/', 'サーバーワークス・ジャパン・ホールディングス | ホーム'),
      page('https://serverworks.test/ir', 'サーバーワークス・ジャパン・ホールディングス | IR'),
    ],
  ],
  [
    'wuerth.test',
    'Würth Elektronik',
    [page('https://wuerth.test/', 'Startseite | Würth Elektronik'), page('https://wuerth.test/jobs', 'Stellen')],
  ],
  ['oebb.test', 'Österreichische Bahn Betriebe', [page('https://oebb.test/', 'Österreichische Bahn Betriebe | Start')]],
  ['orsted.test', 'Ørsted', [page('https://orsted.test/', 'Ørsted | Forside')]],
  ['xn--mller-kva.test', 'Müller Mühlen', [page('https://xn--mller-kva.test/', 'Müller Mühlen | Start')]],
  ['xn--mller-kva.test', 'müller', []],
  ['xn--h1alffa9f.test', 'россия', []],
  ['xn--acme-f79hm9d.test', '日本acme', []],
  ['xn--pple-43d.test', 'xn--pple-43d', []],
  ['aoyama.test', '株式会社AOYAMA', [page('https://aoyama.test/', '株式会社AOYAMA | ホーム')]],
];

describe('company names', () => {
  test.each(COMPANIES)('of %s include %s', (domain, name, pages) => {
    expect(nameOwnPages(pages, domain)).toContain(name);
  });

  test('exclude other companies named on the company’s pages', () => {
    const own = page('https://acme.test/', 'Home', 'Our customers: © 2020 Other Corp');
    expect(nameOwnPages([own], 'acme.test')).toEqual(['acme']);
  });

  test('are not read from a title that is only a URL', () => {
    const urls = ['https://acme.test/', 'https://acme.test/about', 'https://acme.test/jobs'];
    const pages = urls.map((url) => page(url, url));
    expect(nameOwnPages(pages, 'acme.test')).toEqual(['acme']);
  });

  test('are found quickly on pages full of spaces and separators', () => {
    const blank = ' '.repeat(300_000);
    const pages = [
      page('https://acme.test/', `Acme${blank}- Home`, `©${blank}|\n`.repeat(3)),
      page('https://acme.test/a', blank),
    ];
    expect(nameOwnPages(pages, 'acme.test')).toEqual(['Acme']);
  });

  test('come longest first, without full sentences', () => {
    const title =
      'Acme | Acme Pumps | Acme raises 38 million euros | The place where Acme makes pumps for everyone on earth';
    expect(nameOwnPages([page('https://acme.test/', title)], 'acme.test')).toEqual(['Acme Pumps', 'Acme']);
  });
});

test('isSiteOf compares the registrable domain', () => {
  expect(isSiteOf('https://news.acme.test/a', 'acme.test')).toBe(true);
  expect(isSiteOf('https://acme.test.evil.test/', 'acme.test')).toBe(false);
  expect(isSiteOf('not a url', 'acme.test')).toBe(false);
  expect(isSiteOf('https://acme.test/', null)).toBe(false);
});
