import { describe, expect, test } from 'vitest';
import { checkReport } from '#workers/research/report.ts';
import { EMPTY_DRAFT } from '#workers/research/report-draft.ts';

/** Whether a statement about the company is kept that cites a page of its own. */
function isKept(page: string, statement: string): boolean {
  const source = { id: 's1', url: 'https://northpeak.test/', title: 'Northpeak', requestedUrl: null, age: null };
  const { report } = checkReport(
    { ...EMPTY_DRAFT, riskFactors: [{ text: statement, sources: ['s1'] }] },
    {
      subject: {
        title: 'Intro call',
        description: '',
        start: '2026-11-21T13:30:00.000Z',
        hostDomain: 'harborline.test',
        companies: ['northpeak.test'],
        guests: [],
        guestsLeftOut: 0,
      },
      sources: [{ ...source, text: `Northpeak makes pumps. ${page}` }],
      now: new Date('2026-11-21T09:00:00.000Z'),
    },
  );
  return report.riskFactors.length === 1;
}

describe('what a page says is not turned round', () => {
  test.each([
    ['Northpeak raised 3 million euros.', 'Northpeak raised 3 billion euros.'],
    ['Northpeak raised EUR 3m in May.', 'Northpeak raised EUR 3bn in May.'],
    ['Northpeak employs 300 people.', 'Northpeak employs 300 thousand people.'],
    ['Northpeak reported a profit of 3 million euros.', 'Northpeak reported a loss of 3 million euros.'],
    ['Revenue rose 12 % in 2025.', 'Revenue fell 12 % in 2025.'],
    ['Northpeak doubled its revenue in 2025.', 'Northpeak halved its revenue in 2025.'],
    ['Northpeak plans to open an office in Lyon.', 'Northpeak cancelled its plans to open an office in Lyon.'],
    ['Northpeak cancelled its plans to open an office in Lyon.', 'Northpeak plans to open an office in Lyon.'],
    ['Northpeak lost its contract with Contoso.', 'Northpeak won its contract with Contoso.'],
    ['Northpeak opened its office in Lyon.', 'Northpeak closed its office in Lyon.'],
    ['Northpeak hired 40 engineers in Lyon.', 'Northpeak laid off 40 engineers in Lyon.'],
    ['We are 3, and I’m one of them. Northpeak raised 12 billion euros.', 'Northpeak raised 3 million euros.'],
    ['The plans of Northpeak to open an office in Lyon were cancelled.', 'Northpeak plans to open an office in Lyon.'],
  ])('%s: not %s', (page, statement) => {
    expect(isKept(page, statement)).toBe(false);
    expect(isKept(page, page)).toBe(true);
  });
});

describe('what a page says in other words stays', () => {
  test.each([
    ['Northpeak raised 3 million euros.', 'Northpeak raised EUR 3m.'],
    ['Northpeak raised €1.4bn in May.', 'Northpeak raised 1.4 billion euros in May.'],
    ['Northpeak led the 38-million-euro round of Contoso.', 'Northpeak led the round of Contoso, 38 million euros.'],
    [
      'Northpeak finances companies with 10 to 500 million euros of revenue.',
      'Northpeak finances companies with revenue of 10 million to 500 million euros.',
    ],
    ['Revenue in EUR million: 410 in 2025.', 'Northpeak had revenue of 410 million euros in 2025.'],
    ['Northpeak Pumpen: Umsatz 38 Mio. Euro in 2025.', 'Northpeak pumps: Umsatz of 38 million euros in 2025.'],
    ['The pumps are 5 metres tall.', 'Northpeak makes pumps 5 m tall.'],
    ['Revenue rose 12 % while costs fell 3 %.', 'Costs fell 3 %.'],
    ['Revenue rose 12 % in 2025. Revenue fell 3 % in 2024.', 'Revenue fell 3 % in 2024.'],
    ['Turnover dropped 12 % in 2025.', 'Turnover fell 12 % in 2025.'],
    [
      'Northpeak scrapped its plans to open an office in Lyon.',
      'Northpeak dropped its plans to open an office in Lyon.',
    ],
    [
      'Northpeak cancelled its plans for Paris and will open an office in Lyon.',
      'Northpeak will open an office in Lyon.',
    ],
    [
      'Northpeak closed its third fund in May. It opened an office in Lyon in May.',
      'Northpeak opened an office in Lyon in May.',
    ],
    ['Northpeak has offices in the UK and the US.', 'Northpeak has offices in Britain and America.'],
    [
      'Northpeak has offices in Britain and the U.S.',
      'Northpeak has offices in the United Kingdom and the United States.',
    ],
    ['Northpeak lost 12 customers in 2024 and won 30 in 2025.', 'Northpeak won 30 customers in 2025.'],
    [
      'Northpeak halved its energy use since 2019. It doubled its output since 2019.',
      'Northpeak doubled its output since 2019.',
    ],
    ['Northpeak recaudó 3 mil millones de euros.', 'Northpeak recaudó 3 billion euros.'],
    ['Northpeak handles cancelled flights for 20 airlines and plans crews.', 'Northpeak plans crews for 20 airlines.'],
    ['Northpeak plans to close its plant in Lyon and open one in Ghent.', 'Northpeak plans to open a plant in Ghent.'],
    ['Northpeak sells 5k pumps a year.', 'Northpeak sells 5 thousand pumps a year.'],
    ['Revenue in EUR m: 410 in 2025.', 'Northpeak had revenue of 410 million euros in 2025.'],
    ['The plans of Northpeak for Lyon were scrapped.', 'Northpeak dropped its plans for Lyon.'],
  ])('%s: %s', (page, statement) => {
    expect(isKept(page, statement)).toBe(true);
  });

  test('`us` is no country', () => {
    expect(isKept('Contact us about offices in Lyon.', 'Northpeak has offices in America and Lyon.')).toBe(false);
  });
});
