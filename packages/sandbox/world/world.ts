import { readCompanies } from './companies.ts';
import { daysBefore, resolveDates } from './dates.ts';
import { htmlToText, splitSentences } from './html-text.ts';
import type { WorldPage } from './pages.ts';
import { makePdf } from './pdf.ts';
import { contactLine } from './phrases.ts';
import type { Company, CompanyPage, Person, Stranger } from './schema.ts';
import { rankPages } from './search.ts';
import type { Layout } from './site/blocks.ts';
import { layOut } from './site/lay-out.ts';
import { siteOf } from './site/site.ts';
import { toText } from './site/to-text.ts';
import { nameIn, portraitOf, type Truth, tenureOf, truthsOf } from './truths.ts';

export type AddedPage = {
  domain: string;
  path: string;
  title: string;
  html: string;
  strangers?: Stranger[] | undefined;
};

export type World = {
  companies: Company[];
  /** All current pages, including added ones. */
  pages(): WorldPage[];
  /** The page at a path of the seeded web (`brightwater.test/news/x`), with or without slashes around it. */
  page(location: string): WorldPage | undefined;
  /** Best first, at most `limit`. Empty if no query word is found anywhere. */
  search(query: string, limit?: number): WorldPage[];
  /** The blocks of an HTML page, with everything its site puts around the article. */
  layout(page: WorldPage): Layout;
  /** A page's text as a fetching tool returns it; for a PDF, its sentences. */
  text(page: WorldPage): string;
  /** The page as a PDF file. */
  pdf(page: WorldPage): Buffer;
  /** Facts to check reports against, in the languages they are worded in. */
  truths(): Truth[];
  /** Adds a page or replaces the one at the same address. */
  addPage(page: AddedPage): WorldPage;
  addedPages(): AddedPage[];
  /** Removes added pages. */
  reset(): void;
};

export type WorldOptions = {
  /** The pages' base address, without a trailing slash. */
  webUrl: string;
  now?: () => Date;
};

type Known = { day: string; pages: WorldPage[]; truths: Truth[]; texts: Map<string, string> };

/** Creates the fictional web shared by search, fetch and the page server. Seeded dates are counted back from `now`. */
export function createWorld({ webUrl, now = () => new Date() }: WorldOptions): World {
  const companies = readCompanies();
  const byDomain = new Map(companies.map((company) => [company.domain, company]));
  let added: AddedPage[] = [];
  let last: Known | undefined;

  /** Returns pages and truths with today's dates, rebuilt daily and whenever the added pages change. */
  function known(): Known {
    const today = now();
    const day = today.toISOString().slice(0, 10);
    if (last?.day !== day) {
      const truths = companies.flatMap((company) => truthsOf(company, today));
      last = { day, pages: makePages(today), truths, texts: new Map() };
    }
    return last;
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

  function layout(page: WorldPage): Layout {
    const { pages } = known();
    const company = byDomain.get(page.domain);
    const siblings = pages.filter(
      (other) => other.domain === page.domain && other.url !== page.url && other.path !== '',
    );
    return layOut({
      site: siteOf(page, company, webUrl),
      page,
      siblings: siblings.filter(({ supersededBy }) => supersededBy === undefined).toSorted(newestFirst),
      elsewhere: page.supersededBy === undefined ? newsAbout(page, pages) : [],
      webUrl,
      year: now().getUTCFullYear(),
    });
  }

  /** Returns news about companies the page doesn't mention, in its language; if fewer than six, also in English. */
  function newsAbout(page: WorldPage, pages: WorldPage[]): WorldPage[] {
    const words = page.sentences.join(' ');
    const named = companies.filter(({ name }) => words.includes(name)).map(({ domain }) => domain);
    const isOther = (other: WorldPage) => {
      const said = other.sentences.join(' ');
      return ![page.domain, ...named].some(
        (domain) => other.domain === domain || said.includes(byDomain.get(domain)?.name ?? domain),
      );
    };
    const told = pages.filter((other) => isNews(other) && isOther(other));
    const sameLanguage = told.filter(({ language }) => language === page.language);
    return sameLanguage.length < 6
      ? [...sameLanguage, ...told.filter(({ language }) => language === 'en')]
      : sameLanguage;
  }

  return {
    companies,
    pages: () => known().pages,
    truths: () => known().truths,
    page: (location) => {
      const url = pageUrl(location);
      return known().pages.find((page) => page.url === url);
    },
    search: (query, limit = 8) => rankPages(query, known().pages, companies).slice(0, limit),
    layout,
    text: (page) => {
      const { texts } = known();
      const text =
        texts.get(page.url) ??
        (page.sheets ? page.sheets.map((sheet) => sheet.join(' ')).join('\n\n') : toText(layout(page)));
      texts.set(page.url, text);
      return text;
    },
    pdf: ({ title, sheets }) => makePdf(title, sheets ?? []),
    addPage: (page) => {
      const place = trimSlashes(`${page.domain}/${page.path}`);
      added = [...added.filter((other) => trimSlashes(`${other.domain}/${other.path}`) !== place), page];
      last = undefined;
      return addedPage(page, now());
    },
    addedPages: () => [...added],
    reset: () => {
      added = [];
      last = undefined;
    },
  };

  function pageUrl(location: string): string {
    return `${webUrl}/${trimSlashes(location)}`;
  }

  function seededPage(company: Company, page: CompanyPage, today: Date): WorldPage {
    const { language } = company;
    const publishedAt = daysBefore(today, page.daysAgo);
    const resolve = (text: string) => resolveDates(text, today, publishedAt, language);
    const sheets = page.sheets?.map((sheet) => sheet.map(resolve));
    const written = page.text ?? splitSentences(htmlToText(page.html ?? ''));
    const portrait = page.path === '' ? portraitOf(company, language) : undefined;
    return {
      ...emptyPage(company.domain, page.path),
      title: resolve(page.title),
      titleInEnglish: englishTitle(company, page, today, publishedAt),
      publishedAt,
      language,
      sentences: sheets?.flat() ?? [...written.map(resolve), ...(portrait === undefined ? [] : [portrait])],
      html: page.html === undefined ? undefined : resolve(page.html),
      table: page.table && {
        caption: resolve(page.table.caption),
        header: page.table.header,
        rows: page.table.rows.map((row) => row.map(resolve)),
      },
      sheets,
      orders: page.orders,
      strangers: page.strangers,
      isOpen: company.kind !== 'network',
      isSigned: company.kind !== 'gossip',
      supersededBy: page.supersededBy === undefined ? undefined : pageUrl(page.supersededBy),
    };
  }

  function profilePage(company: Company, person: Person, today: Date): WorldPage {
    const { language } = company;
    const publishedAt = daysBefore(today, 20);
    const contact = contactLine(person.email, language);
    return {
      ...emptyPage(company.domain, `team/${slug(person.name) || slug(person.email.replace(/@.*/, ''))}`),
      title: `${person.name}, ${person.title} | ${company.name}`,
      titleInEnglish: `${person.name}, ${person.titleInEnglish ?? person.title}`,
      publishedAt,
      language,
      sentences: [
        tenureOf(person, company, today, language),
        ...person.facts.map((fact) => resolveDates(fact, today, publishedAt, language)),
        contact,
      ],
      person,
      contact,
    };
  }

  function addedPage(page: AddedPage, today: Date): WorldPage {
    return {
      ...emptyPage(page.domain, trimSlashes(page.path)),
      title: page.title,
      titleInEnglish: page.title,
      publishedAt: today,
      sentences: splitSentences(htmlToText(page.html)),
      html: page.html,
      strangers: page.strangers ?? [],
    };
  }

  function emptyPage(
    domain: string,
    path: string,
  ): Omit<WorldPage, 'title' | 'titleInEnglish' | 'publishedAt' | 'sentences'> {
    return {
      domain,
      path,
      url: pageUrl(`${domain}/${path}`),
      language: byDomain.get(domain)?.language ?? 'en',
      html: undefined,
      table: undefined,
      sheets: undefined,
      orders: [],
      strangers: [],
      isOpen: true,
      isSigned: true,
      supersededBy: undefined,
      person: undefined,
      contact: undefined,
    };
  }
}

/** Returns a page's English title. Without one, a home page in another language gets the company's name. */
function englishTitle(company: Company, page: CompanyPage, today: Date, publishedAt: Date): string {
  const title = page.path === '' && company.language !== 'en' ? nameIn(company, 'en') : page.title;
  return resolveDates(page.titleInEnglish ?? title, today, publishedAt);
}

/** Returns whether other sites can tease the page: only current stories in plain text, without model instructions. */
function isNews({ path, html, sheets, orders, supersededBy, person, isOpen }: WorldPage): boolean {
  const isPlain = html === undefined && sheets === undefined && orders.length === 0 && isOpen;
  return isPlain && path.includes('/') && supersededBy === undefined && person === undefined;
}

function newestFirst(a: WorldPage, b: WorldPage): number {
  return b.publishedAt.getTime() - a.publishedAt.getTime();
}

function hasProfile(person: Person): boolean {
  return person.startedMonthsAgo !== null;
}

/** Returns a name as a path segment: `Zoë van Dijk` -> `zoe-van-dijk`. */
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
