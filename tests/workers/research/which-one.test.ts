import { describe, expect, test } from 'vitest';
import { candidatesFor } from '#workers/research/candidates.ts';
import { identify } from '#workers/research/identity.ts';
import { listSources } from '#workers/research/sources.ts';

const guest = { id: 'g1', email: 'alex.moreau@gmail.com', name: 'Alex Moreau', companyDomain: null };
const page = { requestedUrl: null, age: null };
const finance = { ...page, url: 'https://northpeak.test/team/alex-moreau', title: 'Alex Moreau, CFO', text: '' };
const partners = {
  ...page,
  url: 'https://lumenfield.test/team/alex-moreau',
  title: 'Alex Moreau, Head of Partnerships',
  text: 'Lumenfield makes lamps. Alex Moreau runs the partnerships.',
};
const other = { ...page, url: 'https://lumenfield.test/', title: 'Lumenfield', text: 'Lumenfield makes lamps.' };
const pages = [other, finance, partners];

describe('a guest of whose name there are several', () => {
  test('has each page that names one as a candidate, with the sentence that does', () => {
    expect(candidatesFor(guest, pages)).toEqual([
      { title: 'Alex Moreau, CFO', url: finance.url, excerpt: '' },
      { title: partners.title, url: partners.url, excerpt: 'Alex Moreau runs the partnerships.' },
    ]);
  });

  test('is nobody until the user says who', () => {
    expect(identify(guest, listSources(pages))).toEqual({ certainty: 'unknown', sourceIds: new Set() });
  });

  test('is the one of the page that the user chose, and not the others', () => {
    const answer = { email: guest.email, chosenUrl: `${partners.url}/`, rejectedUrls: [finance.url] };
    const sources = listSources([{ ...finance, text: 'Alex Moreau leads finance.' }, partners]);
    const identity = identify({ ...guest, answer }, sources);
    const about = sources.filter(({ id }) => identity.sourceIds.has(id)).map(({ url }) => url);
    expect([identity.certainty, about]).toEqual(['confirmed', [partners.url]]);
  });

  test('is not asked about again where none was right, and not believed even where the page is the employer’s own', () => {
    const answer = { email: guest.email, chosenUrl: null, rejectedUrls: [finance.url, partners.url] };
    expect(candidatesFor({ ...guest, answer }, pages)).toEqual([]);
    const colleague = { ...guest, companyDomain: 'lumenfield.test', answer };
    expect(identify(colleague, listSources(pages)).certainty).toBe('unknown');
  });
});
