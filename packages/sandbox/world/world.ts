import { readCompanies } from './companies.ts';
import { daysBefore, formatMonth, monthsBefore, resolveDates } from './dates.ts';
import { htmlToText, splitSentences } from './html-text.ts';
import type { WorldPage } from './pages.ts';
import type { Company, CompanyPage, Person } from './schema.ts';
import { rankPages } from './search.ts';

export type AddedPage = { domain: string; path: string; title: string; html: string };

export type World = {
  companies: Company[];
  /** All pages as of now, added ones included. */
  pages(): WorldPage[];
  /** The page at a path of the seeded web (`brightwater.test/news/x`), whatever slashes surround it. */
  page(location: string): WorldPage | undefined;
  /** Best first; at most `limit`. Empty when no word of the query is found anywhere. */
  search(query: string, limit?: number): WorldPage[];
  /** Adds a page or replaces the one at the same place. */
  addPage(page: AddedPage): WorldPage;
  addedPages(): AddedPage[];
  /** Forgets added pages. */
  reset(): void;
};

export type WorldOptions = {
  /** Where the pages are served, without a trailing slash. */
  webUrl: string;
  now?: () => Date;
};

/** The fictional web that search, fetch and the page server share. Seeded dates are counted back from `now`. */
export function createWorld({ webUrl, now = () => new Date() }: WorldOptions): World {
  const companies = readCompanies();
  let added: AddedPage[] = [];
  let known: { day: string; pages: WorldPage[] } | undefined;

  /** Made anew once a day, and when pages were added. */
  function pages(): WorldPage[] {
    const today = now();
    const day = today.toISOString().slice(0, 10);
    if (known?.day !== day) known = { day, pages: makePages(today) };
    return known.pages;
  }

  function makePages(today: Date): WorldPage[] {
    const seeded = companies.flatMap((company) => [
      ...company.pages.map((page) => seededPage(company, page, today)),
      ...company.people.filter(hasProfile).map((person) => profilePage(company, person, today)),
    ]);
    const extra = added.map((page) => addedPage(page, today));
    const replaced = new Set(extra.map((page) => page.url));
    return [...seeded.filter((page) => !replaced.has(page.url)), ...extra];
  }

  return {
    companies,
    pages,
    page: (location) => {
      const url = pageUrl(location);
      return pages().find((page) => page.url === url);
    },
    search: (query, limit = 8) => rankPages(query, pages(), companies).slice(0, limit),
    addPage: (page) => {
      const place = trimSlashes(`${page.domain}/${page.path}`);
      added = [...added.filter((other) => trimSlashes(`${other.domain}/${other.path}`) !== place), page];
      known = undefined;
      return addedPage(page, now());
    },
    addedPages: () => [...added],
    reset: () => {
      added = [];
      known = undefined;
    },
  };

  function pageUrl(location: string): string {
    return `${webUrl}/${trimSlashes(location)}`;
  }

  function seededPage(company: Company, page: CompanyPage, today: Date): WorldPage {
    const publishedAt = daysBefore(today, page.daysAgo);
    const written = (page.text ?? splitSentences(htmlToText(page.html ?? ''))).map((sentence) =>
      resolveDates(sentence, today, publishedAt),
    );
    return {
      domain: company.domain,
      path: page.path,
      url: pageUrl(`${company.domain}/${page.path}`),
      title: page.title,
      publishedAt,
      sentences: page.path === '' ? [...written, ...companyFacts(company)] : written,
      html: page.html,
      supersededBy: page.supersededBy === undefined ? undefined : pageUrl(page.supersededBy),
      person: undefined,
    };
  }

  function profilePage(company: Company, person: Person, today: Date): WorldPage {
    const publishedAt = daysBefore(today, 20);
    const since = formatMonth(monthsBefore(today, person.startedMonthsAgo ?? 0));
    const path = `team/${slug(person.name)}`;
    return {
      domain: company.domain,
      path,
      url: pageUrl(`${company.domain}/${path}`),
      title: `${person.name}, ${person.title} | ${company.name}`,
      publishedAt,
      sentences: [
        `${person.name} has been ${person.title} at ${company.name} since ${since}.`,
        ...person.facts.map((fact) => resolveDates(fact, today, publishedAt)),
        `Contact: ${person.email}`,
      ],
      html: undefined,
      supersededBy: undefined,
      person,
    };
  }

  function addedPage(page: AddedPage, today: Date): WorldPage {
    return {
      domain: page.domain,
      path: trimSlashes(page.path),
      url: pageUrl(`${page.domain}/${page.path}`),
      title: page.title,
      publishedAt: today,
      sentences: splitSentences(htmlToText(page.html)),
      html: page.html,
      supersededBy: undefined,
      person: undefined,
    };
  }
}

function hasProfile(person: Person): boolean {
  return person.startedMonthsAgo !== null;
}

function companyFacts({ name, location, foundedYear, employees }: Company): string[] {
  if (location === null || foundedYear === null || !employees) return [];
  return [`${name} was founded in ${foundedYear}, is based in ${location} and employs about ${employees} people.`];
}

/** `Zoë van Dijk` -> `zoe-van-dijk` */
function slug(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/ł/g, 'l')
    .replaceAll(/ø/g, 'o')
    .replaceAll(/[^a-z0-9]+/g, (run) => (/[\s.-]/.test(run) ? '-' : ''))
    .replaceAll(/^-|-$/g, '');
}

function trimSlashes(path: string): string {
  return path.replaceAll(/^\/+|\/+$/g, '').replaceAll(/\/{2,}/g, '/');
}
