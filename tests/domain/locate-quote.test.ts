import { describe, expect, test } from 'vitest';
import { foldPage, locateQuote } from '#domain/locate-quote.ts';

const PAGE = `[![Logo](/logo.png)](https://northwind.com)

* [Careers](/careers)

# About Northwind

## Team

### Ana Duarte

Ana joined in 2019. She studied in Porto. **She leads [sales](/sales) in Iberia.** Before that she worked at Contoso. She lives in Lisbon. She sails.

### Tom Weber

Tom runs production.

## Figures

*(in thousands of euros)*

| Segment | 2025 | 2024 |
| --- | ---: | ---: |
| Bakery | | |
| Revenue | 148.720 | 141.033 |
| Profit | 13.615 | 11.890 |
`;

const locate = (quote: string, page = PAGE, near?: number) => locateQuote(foldPage(page), quote, near);

describe('the context of a quote', () => {
  test('includes the sentences on each side, without markup', () => {
    expect(locate('She leads [sales](/sales) in Iberia.')).toMatchObject({
      before: 'Ana joined in 2019. She studied in Porto.',
      after: 'Before that she worked at Contoso. She lives in Lisbon. She sails.',
    });
  });

  test('includes the heading path and stops at the section boundary', () => {
    expect(locate('She sails.')).toMatchObject({ heading: 'About Northwind › Team › Ana Duarte', after: '' });
    expect(locate('Tom runs production.')).toMatchObject({ heading: 'About Northwind › Team › Tom Weber', before: '' });
  });

  test('includes the opening of the section, which identifies the subject of a record', () => {
    const record =
      '[Sign in](/in)\n\n# Extract\n\nCompany number: 4417 2201\nName: Northwind Traders Ltd\n\n## Officers\n\n### Appointed\n\nDuarte, Ana: director\n\n# Help\n\nCall us. Or write.';
    expect(locate('Duarte, Ana: director', record)).toMatchObject({
      opening: 'Company number: 4417 2201\nName: Northwind Traders Ltd',
    });
    expect(locate('Or write.', record)).toMatchObject({ before: 'Call us.', opening: '' });
    expect(locate('Company number: 4417 2201', record)?.opening).toBe('');
    expect(locate('It grew.', 'Northwind, results of 2025.\n\n**Sales**\n\nIt grew.')?.opening).toBe(
      'Northwind, results of 2025.',
    );
  });

  test('in a table includes the header, unit and group row', () => {
    expect(locate('Revenue | 148.720')).toMatchObject({
      tableHeader: '(in thousands of euros)\n| Segment | 2025 | 2024 |\n| Bakery | | |',
      heading: 'About Northwind › Figures',
      after: expect.stringContaining('Profit | 13.615'),
    });
  });

  test('in a plain-text table includes the column names', () => {
    const page =
      'Staff\n\nRevenue by activity (in M€)\n   2024-2025   2023-2024\nWine      23,1     21,8\nGrain     96,4    128,7\n';
    expect(locate('Grain     96,4    128,7', page)).toMatchObject({
      tableHeader: 'Revenue by activity (in M€)\n2024-2025 2023-2024',
    });
    const withoutYears = 'Scores\nTenderer   Price   Quality\nContoso    44.1    33.5\nNorthwind  50.0    26.2\n';
    expect(locate('Northwind 50.0 26.2', withoutYears)).toMatchObject({
      tableHeader: 'Scores\nTenderer Price Quality',
    });
  });

  test('identifies its paragraph', () => {
    const paragraphs = ['Ana joined in 2019.', 'She sails.', 'Tom runs production.'].map(
      (quote) => locate(quote)?.paragraph,
    );
    expect(paragraphs[0]).toBe(paragraphs[1]);
    expect(paragraphs[2]).not.toBe(paragraphs[0]);
  });

  test('comes from the occurrence nearest a given position, otherwise from the longest paragraph', () => {
    const page = 'Hiring 12\n\nWe are in Porto. Hiring 12 people in two cities.\n\nHiring 12';
    expect(locate('Hiring 12', page)?.before).toMatch(/We are in Porto\.$/);
    expect(locate('Hiring 12', page, page.length)?.paragraph).toBe(page.lastIndexOf('Hiring'));
  });
});

describe('a quote that is empty or not on the page', () => {
  test.each(['She leads marketing in Iberia.', 'she leads', '', ' \u200b ', 'Ana Duarte leads'])(
    'is not found: %j',
    (quote) => {
      expect(locate(quote)).toBeNull();
    },
  );
});

describe('a quote in unusual characters or scripts', () => {
  test.each([
    ['white space', 'Ana\u00a0joined \n in 2019'],
    ['zero-width characters', 'Ana\u200b joi\u200dned in\ufeff 2019'],
    ['soft hyphens', 'Ana jo\u00adined in 2019'],
    ['right-to-left marks', '\u200fAna joined\u200e in 2019\u202c'],
    ['full-width forms', 'Ａｎａ joined in ２０１９'],
  ])('matches despite %s', (_, quote) => {
    expect(locate(quote)).not.toBeNull();
    const page = `First.\n\n${quote}. Then more.`;
    expect(locate('Ana joined in 2019.', page)).toMatchObject({ after: 'Then more.' });
  });

  test('matches composed and decomposed letters', () => {
    expect(locate('Se\u0301bastien Kru\u0308ger', 'Chef ist Sébastien Krüger, seit 2020.')).toMatchObject({
      before: 'Chef ist',
    });
    expect(locate('\u1112\u1161\u11ab\u1100\u116e\u11a8', '한국 지사')).toMatchObject({ after: '지사' });
  });

  test('matches in a right-to-left script', () => {
    expect(locate('تأسست الشركة عام ٢٠١٨', 'مقدمة.\n\nتأسست الشركة عام ٢٠١٨ في دبي.')).toMatchObject({
      after: 'في دبي.',
    });
  });
});

describe('in oversized and malformed pages', () => {
  test.each([
    ['5 MB of sentences', 'A sentence of the page. '.repeat(210_000), 'The quote stands here.'],
    ['5 MB without a space', 'x'.repeat(5_000_000), 'Thequotestandshere.'],
    ['5 MB of near matches', 'ab'.repeat(2_500_000), `${'ab'.repeat(400)}c`],
    ['5 MB of one table', '| a | b |\n'.repeat(500_000), '| The quote | 12 |'],
    ['5 MB in Japanese', '売上高は増加した。'.repeat(500_000), 'ここに引用がある。'],
    ['5 MB of brackets', '[![](['.repeat(850_000), 'The quote stands here.'],
    ['rows that resemble a table rule', `${'-|'.repeat(1_000)}x\n`.repeat(100), '| The quote | 12 |'],
    ['5 MB of empty lines', ' \n'.repeat(2_500_000), 'The quote stands here.'],
    ['5 MB of combining marks', '\u0301'.repeat(2_500_000), 'The quote stands here.'],
  ])('%s: the quote is found, with a short context', (_, filler, quote) => {
    const page = foldPage(`${filler}\n${quote}\n${filler}`);
    const context = locateQuote(page, quote);
    expect(context).not.toBeNull();
    expect(`${context?.before}${context?.after}`.length).toBeLessThan(1_500);
  });

  test.each(['\n| a | b |', '|', '\n', '| --- |\n| a |', '# \n\n|x|', '**\n**'])('%j does not throw', (page) => {
    expect(() => locate('a', page)).not.toThrow();
  });
});
