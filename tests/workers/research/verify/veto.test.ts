import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingOf, statementOf } from '#tests/support/findings.ts';
import type { Finding, Quote } from '#workers/research/finding.ts';
import type { Cast, Statement } from '#workers/research/statement.ts';
import { vetoRead, vetoStatement } from '#workers/research/verify/veto.ts';

const cast: Cast = {
  companies: [{ domain: 'northwind.com', names: ['Northwind', 'Studio 71 GmbH'] }],
  guests: [{ id: 'g1', name: 'Ana Duarte', email: 'ana@northwind.com', companyDomain: 'northwind.com' }],
};

function veto(statement: Statement, findings: Finding[] = [findingOf('A quote.')]) {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  const quotes = findings.flatMap((finding) => finding.quotes);
  return vetoStatement(statement, byId, cast, '2026-11-22') ?? vetoRead(statement, quotes, cast, '2026-11-22');
}
const vetoText = (text: string, quote = 'A quote.', around: Partial<Quote> = {}) =>
  veto(statementOf(text), [findingOf(quote, around)]);

const FIGURES: readonly Intl.NumberFormatOptions[] = [
  {},
  { minimumFractionDigits: 2 },
  { style: 'currency', currency: 'EUR' },
  { style: 'currency', currency: 'JPY', currencyDisplay: 'name' },
  { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 },
  { notation: 'compact', maximumSignificantDigits: 3 },
  { style: 'unit', unit: 'kilometer', unitDisplay: 'long' },
];

describe('the findings of a statement', () => {
  test('must belong to this run', () => {
    expect(veto(statementOf('A fact.'))).toBeNull();
    expect(veto(statementOf('A fact.', { findingIds: [] }))).toBe('no_finding');
    expect(veto(statementOf('A fact.', { findingIds: ['f1', 'f9'] }))).toBe('unknown_finding');
  });

  test.each(['invitation', 'history', 'reader'] as const)(
    'cannot include the %s if the statement is a fact',
    (kind) => {
      const findings = [findingOf('Terms for next year.', {}, { kind })];
      expect(veto(statementOf('Terms are due.'), findings)).toBe('private_finding');
      expect(veto(statementOf('Terms are due.', { kind: 'conclusion' }), findings)).toBeNull();
    },
  );

  test('allow hosts mentioned on a page, but not only in an invitation', () => {
    const statement = statementOf('They want the order placed at order.com.', { kind: 'conclusion' });
    const rests = (kind: 'page' | 'invitation') =>
      veto(statement, [findingOf('Please place the order at order.com.', {}, { kind })]);
    expect(rests('page')).toBeNull();
    expect(rests('invitation')).toBe('link');
  });
});

describe('the text', () => {
  test.each([
    ['', 'blank'],
    [' \u00a0', 'blank'],
    ['x'.repeat(601), 'too_long'],
    ['See https://evil.example', 'link'],
    ['See www.evil.example', 'link'],
    ['See evil.com.', 'link'],
    ['See ｅｖｉｌ．ｃｏｍ.', 'link'],
    ['See pay.example/start', 'link'],
    ['See evil[.]com.', 'link'],
    ['See evil (.) com.', 'link'],
    ['See evil[.com or evil.]com.', 'link'],
    ['See evil[dot]com.', 'link'],
    ['See evil（点）com.', 'link'],
    ['Write to desk[at]evil{punto}it', 'link'],
    ['See pay[.]example/start', 'link'],
    ['Click [here](x)', 'markup'],
    ['A **bold** claim', 'markup'],
    ['A <b>claim', 'markup'],
    ['A claim [1]', 'markup'],
    ['Write to eve@evil.com', 'mail_address'],
    ['North\u200bwind grew', 'invisible_characters'],
    ['North\u202ewind grew', 'invisible_characters'],
    ['North\u0007wind', 'invisible_characters'],
    ['Two\nlines', 'invisible_characters'],
    ['North\u3164wind grew', 'invisible_characters'],
    ['North\u034fwind grew', 'invisible_characters'],
    ['North\ufe0fwind grew', 'invisible_characters'],
    ['evil.comに払ってください', 'link'],
  ])('%j is rejected: %s', (text, code) => {
    expect(vetoText(text)).toBe(code);
  });

  test.each([
    'Write to ana@northwind.com.',
    'northwind.com is their shop.',
    'Built with Node.js by Contoso Ltd.',
    'Northwind (UK) is the seller of Kund(inn)en, colleague(s) and C# (.NET) in (approx.) one year.',
    'northwind[.]com is their shop.',
    'It is U.S. based, i.e. S.p.A. and z.B. d.o.o.',
    'شرکت رشد می‌کند.',
  ])('%j is accepted', (text) => {
    expect(vetoText(text)).toBeNull();
  });

  test('may contain a company name that looks like a domain if a quote does', () => {
    expect(vetoText('Booking.com is a customer.', 'Customers are Booking.com and others.')).toBeNull();
    expect(vetoText('Booking.com is a customer.', '顧客はBooking.comなどです。')).toBeNull();
    expect(vetoText('Booking.com is a customer.', 'Write to sales@booking.com.')).toBeNull();
    expect(vetoText('Booking.com is a customer.')).toBe('link');
    expect(vetoText('See t.co for more.', 'Built for cat.com and t.company.')).toBe('link');
    expect(vetoText('Visit Booking.com/pay now.', 'Visit Booking.com/pay now.')).toBe('link');
  });
});

describe('values stated or implied by the quotes', () => {
  test.each<[string, string, Partial<Quote>?]>([
    ['Revenue was €1.2 billion.', 'Der Umsatz lag bei 1,2 Mrd. Euro.'],
    ['Revenue was 1.2 billion yen.', '売上高は12億円。'],
    ['Revenue was 3.4 billion euros.', 'Facturó 3.400 millones de euros.'],
    ['They have 300,000 customers.', 'They have three hundred thousand customers in 12 countries.'],
    ['They have 700,000 trees.', 'Settecentomila alberi su 74 ettari.'],
    ['The loss was almost 2 million in 2024.', 'In 2024 een verlies, een kleine twee miljoen.'],
    [
      'Revenue rose from 58.2 to 64.5 million euros.',
      'omzet van 64,5 miljoen euro, tegen 58,2 miljoen een jaar eerder',
    ],
    ['Sales were 38.42 million euros.', 'Umsatzerlöse von TEUR 38.420, davon TEUR 640 in den USA.'],
    [
      'Revenue was €148.7 million in 2025.',
      '| Omzet | 148.720 | 141.033 |',
      { tableHeader: '| x € 1.000 | 2025 | 2024 |' },
    ],
    ['Wine made 23.1 million euros.', 'Vins 23,1 21,8', { tableHeader: 'en M€\n2024-2025 2023-2024' }],
    ['Over 1,200 clubs use it.', 'Already 1,267 clubs in 85 towns use it.'],
    ['It grew by half, or 50%.', 'It grew by half, after 12 % the year before.'],
    ['She joined on 1 April 2024.', 'Datum in functie: 01-04-2024, geboren 19-02-1976'],
    ['She joined in April 2024.', 'depuis le 1er avril 2024'],
    ['She has led it since 2025.', '令和7年4月より現職。平成30年入社。'],
    ['Revenue grew in 2025.', 'Last year revenue grew for the first time since 2018.', { date: 'March 12, 2026' }],
    ['They sold 6% less than in 2024.', 'rok wcześniej 6 % mniej, plan na 2026', { date: 'April 16, 2026' }],
    ['Founded in 2001.', 'Seit 25 Jahren am Markt, in Köln seit 2015.', { date: '2026' }],
    ['They have met for 105 years.', 'Founded in 1921, with 340 members.'],
    ['The fiscal year 2025 closed.', 'Exercice 2024/25 clos, contre 2023 avant.'],
    ['The line is suspended from 4 November 2026.', 'du 4 novembre au 20 mars', { date: '06/10/2026' }],
    ['It closed in September 2026.', 'It closed last month. It had opened on 3 May 2018.', { date: 'October 6, 2026' }],
    ['Studio 71 GmbH hired 4,200 people.', 'They hired 4.200 people.'],
    ['She speaks at 1 p.m. on 14 October 2026.', '10月14日(水)13:00~13:40', { title: '2026' }],
    ['Der Umsatz hat 2024 zugelegt.', 'Im Mai 2024 legte der Umsatz zu.'],
    ['It has 12 sites.', 'It has a dozen sites and 300 people.'],
  ])('are accepted: %s', (text, quote, around = {}) => {
    expect(vetoText(text, quote, around)).toBeNull();
  });
});

describe('values that do not match the quotes', () => {
  test.each<[string, string, string]>([
    ['Revenue was €1.2 million.', 'Der Umsatz lag bei 1,2 Mrd. Euro.', 'figure_not_in_quotes'],
    ['Revenue was 120 billion yen.', '売上高は12億円。', 'figure_not_in_quotes'],
    [
      'They have 12,000 clubs.',
      'Meer dan 1.200 verenigingen verlicht, waarvan 85 in Vlaanderen',
      'figure_not_in_quotes',
    ],
    ['Errors fell to 1.7%.', 'Die Fehlerquote sank von 8 % auf 1 %.', 'figure_not_in_quotes'],
    ['Revenue was $64.5 million.', 'een omzet van 64,5 miljoen euro', 'unit_not_in_quotes'],
    ['They covered 61,000 kilometres.', 'more than 61,000 miles', 'unit_not_in_quotes'],
    ['Founded in September 2008.', 'Datum akte van oprichting 11-09-2018', 'year_not_in_quotes'],
    ['Founded in 2008.', '平成30年に設立。', 'year_not_in_quotes'],
    ['She joined in March 2018.', 'Joined on 11 September 2018.', 'month_not_in_quotes'],
    ['It runs 24 sites.', 'It runs 42 sites in 7 countries.', 'figure_not_in_quotes'],
    ['全国24店舗を展開する。', '全国42店舗を展開し、7か国で販売する。', 'figure_not_in_quotes'],
    ['A seat costs 5 euros.', 'A seat costs 8 euros, in 42 towns.', 'figure_not_in_quotes'],
    ['It has 24 years of practice.', 'It has 42 years of practice.', 'figure_not_in_quotes'],
    ['It opens on 4 November 2026.', 'Eröffnung am 14. November 2026.', 'day_not_in_quotes'],
    ['It opens on November 4.', 'Opening on November 14, 2026', 'day_not_in_quotes'],
    ['Eröffnung am 4. November.', '2026年11月14日に開業。', 'day_not_in_quotes'],
    ['She joined on 5 May 2023.', 'Joined on 5 June 2023.', 'month_not_in_quotes'],
  ])('are vetoed: %s', (text, quote, code) => {
    expect(vetoText(text, quote)).toBe(code);
  });

  test.each([
    ['It runs 24 sites.', 'It runs 42 sites; twenty-four sites are in Spain.'],
    ['It runs 24 sites.', 'It runs 42 sites and 18 of them are abroad.'],
    ['It runs 24 sites.', 'Sites: 24. With those of Contoso it runs 42 sites.'],
    ['It runs 24 sites.', 'Es betreibt 42 Standorte.'],
    ['It runs 40 sites.', 'It runs 42 sites.'],
    ['Ana has led it for 24 years.', 'Since 2002 Ana has led it, a firm of 42 years.'],
    ['It runs from 4 November.', 'It runs from 4 to 14 November.'],
    ['It runs from 4 November.', 'From the fourth of November, with a party on 14 November.'],
    ['It runs until 4 November.', 'Bis 4.11. geöffnet, danach ab 14. November.'],
    ['It opens in May.', 'It opened on 14 June 2026.'],
  ])('are left to the judge if the quote might state them: "%s" in "%s"', (text, quote) => {
    expect(vetoText(text, quote)).toBeNull();
  });

  test('are left to the judge if the quotes contain no digits', () => {
    expect(vetoText('They employ 1,250 people.', 'They employ many people.')).toBeNull();
    expect(vetoText('Founded in 2008.', 'Founded long ago.')).toBeNull();
  });
});

/** Formatters for figures and dates in each language. */
const writers =
  'en en-IN de de-CH fr es it pt nl pl ru tr ja zh ko ar-EG fa th hi fi hu he uk vi el id sv cs ro bg ta kk ja-JP-u-ca-japanese'
    .split(' ')
    .map((locale) => ({
      figures: FIGURES.map((options) => new Intl.NumberFormat(locale, options)),
      date: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    }));

test('the same figure or date written in another language is never vetoed', () => {
  const writer = fc.constantFrom(...writers);
  const days = fc.date({ min: new Date('1960-01-01'), max: new Date('2039-12-31'), noInvalidDate: true });
  const values = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.nat(7)).map(([digits, power]) => digits * 10 ** power);
  fc.assert(
    fc.property(writer, writer, fc.nat(FIGURES.length - 1), values, days, (one, other, style, value, day) => {
      const write = ({ figures, date }: (typeof writers)[number]) =>
        `${figures[style]?.format(value)} | ${date.format(day)}`;
      const quote = `${write(other)} | 4,711.5 | 3 March 1987`;
      expect({ said: write(one), quote, code: vetoText(write(one), quote) }).toMatchObject({ code: null });
    }),
    { numRuns: 1_000, seed: 18 },
  );
});
