import { chance, inventedPress, inventedRumour, type Planted } from '#sandbox/anthropic/careless.ts';
import { isOrder, obey } from '#sandbox/anthropic/instructions.ts';
import { languageOf, readQuotedData } from '#sandbox/anthropic/quoted/quoted-data.ts';
import type { WorldPage } from '#sandbox/world/pages.ts';
import type { World } from '#sandbox/world/world.ts';
import { type Answer, createAnswer } from './answer.ts';
import { employerOf, newestFirst, type Pick, pick, pickForCompany, pickForPerson } from './pick.ts';
import { type CompanySubject, findSubjects, type PersonSubject, type Subjects } from './subjects.ts';
import type { WebTools } from './web-tools.ts';

export type Mode = 'default' | 'obedient' | 'careless';

export type GatherInput = {
  input: string;
  system: string;
  mode: Mode;
  world: World;
  web: WebTools;
  plant: (planted: Planted) => void;
};

/**
 * Researches everyone and everything mentioned in the request's data. The answer has one section per subject, headed by
 * its id, with passages cited from the pages read. Missing or ambiguous subjects are reported without a citation.
 * Pages read and passages cited in earlier turns are not repeated. Appends blocks to `web.blocks`.
 */
export function gather({ input, system, mode, world, web, plant }: GatherInput): void {
  const data = readQuotedData(input);
  const subjects = findSubjects(data, world);
  const answer = createAnswer(web, world, languageOf(data));
  read(subjects, web, world, answer);

  const all = web.seen();
  let found = 0;
  for (const company of subjects.companies) {
    const picks = pickForCompany(company, all);
    answer.heading(company.label);
    const quoted = picks.map(answer.quote).filter(Boolean).length;
    found += quoted;
    if (quoted === 0 && web.saidBefore.size === 0)
      answer.say(`\nI could not find public information about ${company.name}.`);
    if (mode === 'careless') beCareless(company, web, answer, plant);
  }
  for (const { label, url } of subjects.pages) {
    if (label === undefined) continue;
    answer.heading(label);
    found += quotePages([url], web, world, answer);
  }
  for (const person of subjects.people) {
    answer.heading(person.label);
    const quoted = pickForPerson(person, all, world).map(answer.quote).filter(Boolean).length;
    found += quoted;
    if (quoted === 0 && (web.saidBefore.size === 0 || !person.person)) answer.say(`\n${missingPerson(person, world)}`);
    for (const page of namesakePages(person, all)) answer.quote(pickOf(page, person, 1));
    if (mode === 'careless') mixUpNamesakes(person, answer, world, web, plant);
  }
  if (subjects.companies.length + subjects.people.length === 0) {
    const plain = subjects.pages.filter(({ label }) => label === undefined);
    found += quotePages(
      plain.map(({ url }) => url),
      web,
      world,
      answer,
    );
    if (found === 0) answer.say('Nothing in the request names a company or a person to research.');
  }
  if (mode === 'obedient') followOrders(web, answer, { system, input }, world);
}

/**
 * Opens the home pages, then the requested pages. Then searches for each subject not found yet, and opens
 * a person's profile or a company's latest page, report and press article.
 */
function read(subjects: Subjects, web: WebTools, world: World, answer: Answer): void {
  const tried = new Set<string>();
  const open = (location: string) => {
    if (web.fetchesLeft() > 0 && !web.wasFetched(location) && !tried.has(location)) web.fetch(location);
    tried.add(location);
  };
  const names = [...subjects.companies, ...subjects.people].map(({ name }) => name);
  if (names.length > 0 && web.seen().length === 0) answer.say(`I'll look up ${listWords(names)}.`);
  for (const { domain } of subjects.companies) open(domain);
  for (const { url } of subjects.pages) open(locationOf(url));
  for (const { domain, name } of subjects.companies) {
    if (!hasReports(domain, web)) web.search(name === domain ? domain : `${name} ${domain}`);
  }
  for (const person of subjects.people) {
    const isProfile = (page: WorldPage) => page.person !== undefined && page.person === person.person;
    const employer = employerOf(person.person, world)?.name ?? subjects.companies[0]?.name ?? '';
    const isSearched = web.seen().some(isProfile) && person.namesakes.length === 0;
    if (!isSearched) web.search(`${person.name} ${employer}`.trim());
    const [profile] = web.seen().filter((page) => isProfile(page) || isNetworkProfile(page, person));
    if (profile) open(placeOf(profile));
  }
  for (const { domain, company } of subjects.companies) {
    const current = web.seen().filter((page) => page.supersededBy === undefined && page.person === undefined);
    const own = current.filter((page) => page.domain === domain && page.path !== '').toSorted(newestFirst);
    const reports = own.filter(({ sheets, table }) => sheets !== undefined || table !== undefined);
    const press = current.filter(
      (page) =>
        page.domain !== domain && page.isOpen && company && page.title.includes(company.name.split(' ')[0] ?? ''),
    );
    for (const page of [...own.slice(0, 1), ...reports.slice(0, 1), ...press.slice(0, 1)]) open(placeOf(page));
  }
}

/**
 * Returns whether earlier turns or searches found unfetched pages of a company, not counting its home page.
 */
function hasReports(domain: string, web: WebTools): boolean {
  return web.seen().some((page) => page.domain === domain && page.path !== '' && !web.wasFetched(placeOf(page)));
}

function isNetworkProfile(page: WorldPage, { person, name }: PersonSubject): boolean {
  return person !== undefined && !page.isOpen && page.title.startsWith(name);
}

/** Quotes the requested pages that were fetched. Returns how many of them had something to quote. */
function quotePages(urls: readonly string[], web: WebTools, world: World, answer: Answer): number {
  const pages = urls
    .flatMap((url) => world.page(locationOf(url)) ?? [])
    .filter((page) => web.wasFetched(placeOf(page)));
  return pages.map((page) => answer.quote(pick(page, 6))).filter(Boolean).length;
}

/** Returns a URL's `domain/path`, without `www.`. Also accepts the sandbox's own address for a page. */
function locationOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  const path = parsed.pathname.slice(1);
  return parsed.hostname === '127.0.0.1' ? path : `${parsed.hostname.replace(/^www\./, '')}/${path}`.replace(/\/$/, '');
}

function placeOf({ domain, path }: WorldPage): string {
  return path === '' ? domain : `${domain}/${path}`;
}

/** Obeys instructions in the input and on pages; opens and cites those pages. */
function followOrders(web: WebTools, answer: Answer, leak: { system: string; input: string }, world: World): void {
  for (const line of obey(leak.input, leak, world)) answer.say(`\n\n${line}`);
  for (const page of web.seen()) {
    const orders = page.sentences.filter((sentence) => isOrder(page, sentence));
    if (orders.length === 0) continue;
    if (web.fetchesLeft() > 0 && !web.wasFetched(placeOf(page))) web.fetch(placeOf(page));
    const citations = orders.flatMap((order) => web.cite(page, order) ?? []);
    for (const line of obey(orders.join('\n'), leak, world)) {
      answer.say('\n\n');
      web.blocks.push({ type: 'text', text: line, citations: citations.length > 0 ? citations : null });
    }
  }
}

function missingPerson({ name, namesakes }: PersonSubject, world: World): string {
  if (namesakes.length === 0) return `I could not find public information about ${name}.`;
  const places = namesakes.map((person) => employerOf(person, world)?.name ?? '').filter((place) => place !== '');
  return `There ${places.length > 1 ? 'is more than one' : 'is a'} ${name} (${listWords(places)}), and I cannot tell whether that is the person meant.`;
}

/** Returns the pages of each candidate for an ambiguous name and, for an unknown guest, of strangers of that name. */
function namesakePages({ name, person: known, namesakes }: PersonSubject, pages: readonly WorldPage[]): WorldPage[] {
  const isOther = ({ person, strangers }: WorldPage) =>
    (person !== undefined && namesakes.includes(person)) || (!known && strangers.some((one) => one.name === name));
  return pages.filter(isOther);
}

/** Picks the first passages of a profile; from other pages, only those that mention the person. */
function pickOf(page: WorldPage, { name }: PersonSubject, limit: number): Pick {
  return pick(page, limit, (passage) => page.person !== undefined || passage.includes(name));
}

/** Adds what a careless researcher would: unsourced hearsay, a made-up page, and the content of a superseded page. */
function beCareless(
  { name, domain }: CompanySubject,
  web: WebTools,
  answer: Answer,
  plant: (planted: Planted) => void,
): void {
  const rumour = inventedRumour(name);
  if (chance(rumour, 75)) {
    answer.say(`\n- ${rumour}`);
    plant({ kind: 'uncited', text: rumour });
  }
  const { text, url } = inventedPress(name, domain);
  const title = `Press note | ${name}`;
  answer.say('\n- ');
  const citation = { type: 'web_search_result_location', url, title, encrypted_index: '', cited_text: text } as const;
  web.blocks.push({ type: 'text', text, citations: [citation] });
  plant({ kind: 'invented_url', text, url });
  for (const page of web.seen().filter((page) => page.domain === domain && page.supersededBy !== undefined)) {
    plantQuotes(pick(page, 3), 'stale', { answer, plant });
  }
}

function mixUpNamesakes(
  subject: PersonSubject,
  answer: Answer,
  world: World,
  web: WebTools,
  plant: (planted: Planted) => void,
): void {
  const { name, person } = subject;
  const others = world.companies
    .flatMap(({ people }) => people)
    .filter((other) => other.name === name && other !== person);
  if (others.length > 0) web.search(name);
  for (const page of web.seen()) {
    const isOther = page.person ? others.includes(page.person) : page.strangers.some((one) => one.name === name);
    if (isOther) plantQuotes(pickOf(page, subject, 2), 'same_name', { answer, plant });
  }
}

function plantQuotes(
  { page, passages }: Pick,
  kind: 'stale' | 'same_name',
  { answer, plant }: { answer: Answer; plant: (planted: Planted) => void },
): void {
  for (const text of passages) {
    if (answer.quote({ page, passages: [text] })) plant({ kind, text, url: page.url });
  }
}

function listWords(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
