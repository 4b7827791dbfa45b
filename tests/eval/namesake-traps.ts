import type { Stranger } from '#sandbox/world/schema.ts';
import type { AddedPage } from '#sandbox/world/world.ts';

/** A guest that no page is about, with pages that name guest and employer but mean other people. */
export type NamesakeTrap = { name: string; email: string; pages: AddedPage[] };

const page = (location: string, title: string, stranger: Stranger, ...sentences: string[]): AddedPage => ({
  domain: location.slice(0, location.indexOf('/')),
  path: location.slice(location.indexOf('/') + 1),
  title,
  html: sentences.map((sentence) => `<p>${sentence}</p>`).join(''),
  strangers: [stranger],
});

/** All at a company about which little else is known. */
export const NAMESAKE_TRAPS: readonly NamesakeTrap[] = [
  {
    // One page about two matters.
    name: 'Tomas Ray',
    email: 'tomas.ray@emberline.test',
    pages: [
      page(
        'tradewire.test/brief/fraud',
        'Tomas Ray convicted, and other news in brief',
        { name: 'Tomas Ray', employer: null },
        'Tomas Ray, a baker from Lille, was convicted of fraud in 2025.',
        'Tomas Ray sold the bakery to two of the apprentices.',
        'In other news, Emberline opened a store in Ghent.',
      ),
    ],
  },
  {
    // About a club sponsored by the employer.
    name: 'Ilse Brandt',
    email: 'ilse.brandt@emberline.test',
    pages: [
      page(
        'portgazette.test/sport/ten-mile-race',
        'Ilse Brandt wins the ten-mile race',
        { name: 'Ilse Brandt', employer: null },
        'Ilse Brandt of the Lyon Runners won the ten-mile race in 58 minutes, with Emberline as sponsor.',
      ),
    ],
  },
  {
    // A customer on the employer's own site.
    name: 'Yann Morel',
    email: 'yann.morel@emberline.test',
    pages: [
      page(
        'emberline.test/customers/bakery',
        'What customers say | Emberline',
        { name: 'Yann Morel', employer: null },
        'The ovens paid for themselves within a year, says Yann Morel of Bluebell Bakery, who bought three machines.',
      ),
    ],
  },
  {
    // Two people of that name at one employer, only in the news: nobody can say which one is invited.
    name: 'Petra Lind',
    email: 'petra.lind@emberline.test',
    pages: [
      page(
        'tradewire.test/people/petra-lind',
        'Petra Lind on the price of freight',
        { name: 'Petra Lind', employer: 'emberline.test' },
        'Petra Lind, chief financial officer of Emberline, expects freight to cost less next year.',
      ),
      page(
        'portgazette.test/people/petra-lind',
        'Petra Lind honoured for courage',
        { name: 'Petra Lind', employer: 'emberline.test' },
        'Petra Lind, a forklift driver at Emberline, saved a colleague from a fire in the warehouse.',
      ),
    ],
  },
];
