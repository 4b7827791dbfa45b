import { describe, expect, test } from 'vitest';
import type { SourcePage } from '#providers/research/provider.ts';
import { gatheredFrom } from '#tests/support/research-models.ts';
import { dossierSubjects } from '#workers/research/gather/dossiers.ts';
import { readDossiers } from '#workers/research/gather/read-findings.ts';
import { withShared } from '#workers/research/gather/share-findings.ts';
import type { GuestSubject } from '#workers/research/subject.ts';

const guestOf = (id: string, email: string, name: string, chosenUrl?: string): GuestSubject => {
  const companyDomain = email.endsWith('@gmail.com') ? null : email.slice(email.indexOf('@') + 1);
  return { id, email, name, companyDomain, ...(chosenUrl && { answer: { email, chosenUrl, rejectedUrls: [] } }) };
};
const ada = guestOf('g1', 'ada.stone@corp.test', 'Ada Stone');

/** A fetched page, quoted in full under a heading; `change` is what the vendor reports differently. */
type Read = { url: string; about: string; text: string; title?: string; change?: Partial<SourcePage> };

/** Returns the quotes of each subject that others may reuse. */
function share(read: readonly Read[], guests = [ada], companies = ['corp.test']) {
  const subjects = dossierSubjects({ companies, guests });
  const quoted = gatheredFrom(read.map(({ title = 'Page', ...one }) => ({ ...one, title, quotes: [one.text] })));
  const gathered = quoted.pages.map((page, at) => ({ ...page, ...read[at]?.change }));
  const found = readDossiers({ ...quoted, pages: gathered }, subjects, new Date(), () => {});
  const told = subjects.map((subject) => ({
    subject,
    whole: found.get(subject.key) ?? { pages: [], names: [], findings: [] },
  }));
  return Object.fromEntries(
    withShared(told, gathered).map(({ subject, shared }) => [
      subject.id,
      shared.findings.flatMap(({ quotes }) => quotes.map(({ text }) => text)),
    ]),
  );
}

describe('a page is shared as a subject’s own', () => {
  const site = { url: 'https://corp-group.test/team', about: 'corp.test', text: 'Corp makes pumps.' };
  const redirected = (requestedUrl: string) => ({
    url: 'https://corp-group.test/en',
    about: 'corp.test',
    text: 'Corp has 300 people.',
    change: { requestedUrl },
  });

  test.each(['https://corp.test/', 'https://www.corp.test', 'http://corp.test/'])(
    'if it is on the site that the subject’s home page redirects to: %s',
    (homePage) => {
      const told = { url: 'https://corp-group.test/ada', about: 'g1', text: 'Ada Stone leads Corp.' };
      expect(share([redirected(homePage), site, told])).toEqual({
        'corp.test': ['Corp has 300 people.', 'Corp makes pumps.'],
        g1: ['Ada Stone leads Corp.'],
      });
    },
  );

  test('but not if only another URL of the subject’s site redirects there', () => {
    const openRedirect = redirected('https://corp.test/out?to=corp-group.test');
    expect(share([openRedirect, site])).toEqual({ 'corp.test': [], g1: [] });
  });

  test('if the page chosen for a guest redirects to it, without the rest of its site', () => {
    const joe = guestOf('g1', 'joe.bloggs@gmail.com', 'Joe Bloggs', 'https://old.test/joe');
    const read = [
      {
        url: 'https://new.test/joe',
        about: 'p1',
        text: 'Joe sails.',
        change: { requestedUrl: 'https://old.test/joe' },
      },
      { url: 'https://new.test/other', about: 'p1', text: 'Joe was jailed.' },
    ];
    expect(share(read, [joe], [])).toEqual({ g1: [], p1: ['Joe sails.'] });
  });
});

describe('a page returned by a search is shared', () => {
  const home = { url: 'https://corp.test/', about: 'corp.test', text: 'Corp makes pumps.', title: 'Corp Pumps | Home' };
  const press = (about: string, ...foundBy: string[]) => ({
    url: 'https://press.test/',
    about,
    text: 'Corp grew.',
    change: { foundBy },
  });
  const stranger = guestOf('g2', 'zix.plimth@gmail.com', 'Zix Plimth');
  const insider = guestOf('g2', 'zix.plimth@corp.test', 'Zix Plimth');
  const rival = guestOf('g2', 'zix.plimth@rival.test', 'Zix Plimth');

  test.each([
    ['the company', 'corp.test', ['Corp news November 2026']],
    ['a company whose domain hyphenates its name', 'two-words.test', ['Two Words results']],
    ['a company whose domain runs its name together', 'twowords.test', ['Two Words results']],
    ['the guest and the employer', 'g1', ['"Ada Stone" Corp Pumps']],
    ['the guest by address', 'g1', ['ada.stone@corp.test']],
    ['the company and a stranger, but another was for the company only', 'corp.test', ['Zix Plimth Corp', 'Corp news']],
  ])('if the search was for %s', (_whom, about, queries) => {
    const companies = ['corp.test', ...(about.endsWith('.test') ? [about] : [])];
    expect(share([home, press(about, ...queries)], [ada, stranger], [...new Set(companies)])[about]).toContain(
      'Corp grew.',
    );
  });

  test.each([
    ['a stranger’s name', 'corp.test', 'Zix Plimth', stranger],
    ['the company and a stranger', 'corp.test', 'Zix Plimth Corp', stranger],
    ['the company and a name at its domain, which may be made up', 'corp.test', '"Plimth, Zix" Corp', insider],
    ['the company and another company', 'corp.test', 'Corp and Rival Inc merger', rival],
    ['another guest of the company', 'g1', 'Zix Plimth Corp', insider],
    ['neither company nor guest', 'corp.test', 'pumps for cities', stranger],
  ])('but not if the search was for %s', (_whom, about, query, other) => {
    const companies = ['corp.test', ...(other.companyDomain === 'rival.test' ? ['rival.test'] : [])];
    expect(share([home, press(about, query)], [ada, other], companies)[about]).not.toContain('Corp grew.');
  });
});
