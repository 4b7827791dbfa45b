import { asRecord } from '#sandbox/anthropic/quoted/embedded-json.ts';
import { othersIn, type QuotedData, textOf } from '#sandbox/anthropic/quoted/quoted-data.ts';
import type { Company, Person } from '#sandbox/world/schema.ts';
import { fold } from '#sandbox/world/search.ts';
import type { World } from '#sandbox/world/world.ts';

export type CompanySubject = {
  kind: 'company';
  /** The request's id for the company: its domain. */
  label: string;
  domain: string;
  name: string;
  company: Company | undefined;
};

export type PersonSubject = {
  kind: 'person';
  /** The request's id for the person: an id, an address or a name. */
  label: string;
  name: string;
  email: string | undefined;
  /** The matching person of the world, if unambiguous. */
  person: Person | undefined;
  /** Everyone with that name, if ambiguous. */
  namesakes: Person[];
};

/** The companies and people to research and the pages the request lists, in request order. */
export type Subjects = { companies: CompanySubject[]; people: PersonSubject[]; pages: PageSubject[] };

/** A page listed in the request, with its id if it has one. */
export type PageSubject = { label: string | undefined; url: string };

type Mention = {
  id?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  domain?: string | undefined;
  /** Known only as someone's employer. */
  isImplied?: boolean;
};

const freeMail = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com proton.me protonmail.com gmx.de gmx.net web.de aol.com'.split(
    ' ',
  ),
);
const email = /[\w.+'-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;
const wholeEmail = /^[\w.+'-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;
const wholeDomain = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i;
const wholeUrl = /^https?:\/\/\S+$/i;

/**
 * Finds the subjects of a request, however it is worded: addresses, domains, names and URLs in the quoted data and in
 * the text around it. Names in the text count only if the data has no subjects.
 */
export function findSubjects(data: QuotedData, world: World): Subjects {
  const quoted = othersIn(data).flatMap(mentionsIn);
  const prose = withoutOwnLines(data.prose);
  const written = [...mentionsInProse(prose, world), ...(quoted.length > 0 ? [] : namesInProse(prose, world))];
  const isImplied = (mention: Mention) => mention.isImplied === true;
  const mentions = mergeMentions([
    ...quoted.filter((mention) => !isImplied(mention)),
    ...written,
    ...quoted.filter(isImplied),
  ]);
  const companies = companiesOf(mentions, world);
  const people = peopleOf(mentions, companies, world);
  return {
    companies,
    people,
    pages: eachOnce([
      ...othersIn(data).flatMap(pagesIn),
      ...(prose.match(/https?:\/\/[^\s"'<>)]+/g) ?? []).map((url) => ({ label: undefined, url })),
    ]),
  };
}

/** Finds objects that identify a person or site, and strings that are just a domain, an address or `name <address>`. */
function mentionsIn(value: unknown): Mention[] {
  if (typeof value === 'string') return textMentions(value);
  if (Array.isArray(value)) return value.flatMap(mentionsIn);
  const record = asRecord(value);
  if (!record) return [];
  const own = {
    id: textOf(record, /^(id|ref)$/i),
    name: textOf(record, /^(full_?)?name$/i),
    email: textOf(record, /^(e-?mail|address)$/i),
    domain: textOf(record, /^(domain|website|site)$/i)?.replace(/^https?:\/\/(www\.)?|\/.*$/g, ''),
  };
  const isSubject = own.email !== undefined || own.domain !== undefined || own.name !== undefined;
  const inside = Object.entries(record).filter(
    ([key]) => !/^(id|ref|(full_?)?name|e-?mail|address|domain|website|site)$/i.test(key),
  );
  const within = inside.flatMap(([, child]) => mentionsIn(child));
  if (own.email === undefined) return [...(isSubject ? [own] : []), ...within];
  return [own, ...within.map((mention) => ({ ...mention, isImplied: true }))];
}

function textMentions(text: string): Mention[] {
  if (wholeEmail.test(text)) return [{ email: text }];
  if (wholeDomain.test(text)) return [{ domain: text }];
  const [, name, address] = /^\s*"?([^"<>]+?)"?\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text) ?? [];
  return name === undefined ? [] : [{ name, email: address }];
}

/** Finds the world's domains, and addresses with the names before them. */
function mentionsInProse(prose: string, world: World): Mention[] {
  const known = new Set(world.companies.map(({ domain }) => domain));
  const words = prose.replaceAll(/https?:\/\/\S+/g, (url) => ` ${URL.parse(url)?.hostname ?? ''} `);
  const domains = words.replaceAll(email, ' ').match(/\b[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b/gi) ?? [];
  const emails = [...new Set(prose.match(email))];
  return [
    ...domains.filter((domain) => known.has(domain.toLowerCase())).map((domain) => ({ domain })),
    ...emails.map((address) => ({ email: address, name: nameBeside(prose, address) })),
  ];
}

/** Finds names from the world, and names that follow a label. */
function namesInProse(prose: string, world: World): Mention[] {
  const named = world.companies.filter(({ name }) => hasWords(prose, name));
  const longest = named.filter(({ name }) => !named.some((other) => other.name !== name && other.name.includes(name)));
  const people = world.companies.flatMap((company) => company.people).filter(({ name }) => hasWords(prose, name));
  return [
    ...longest.map(({ domain }) => ({ domain })),
    ...[...new Set(people.map(({ name }) => name))].map((name) => ({ name })),
    ...labelledNames(prose).map((name) => ({ name })),
  ];
}

/** Merges repeated mentions: one per site, address and name. */
function mergeMentions(mentions: readonly Mention[]): Mention[] {
  const merged: Mention[] = [];
  for (const mention of mentions) {
    const known = merged.find((other) =>
      mention.email === undefined
        ? mention.name === undefined
          ? other.email === undefined && other.domain === mention.domain
          : other.name !== undefined && fold(other.name) === fold(mention.name)
        : other.email?.toLowerCase() === mention.email.toLowerCase(),
    );
    if (known) Object.assign(known, { ...mention, ...withoutUndefined(known) });
    else merged.push({ ...mention });
  }
  return merged;
}

function companiesOf(mentions: readonly Mention[], world: World): CompanySubject[] {
  const byName = new Map(world.companies.map(({ name, domain }) => [fold(name), domain]));
  const domains = [
    ...mentions.flatMap(({ domain, email: address, name, id }) => {
      if (address !== undefined) return [];
      return domain ?? (id === undefined && name !== undefined ? (byName.get(fold(name)) ?? []) : []);
    }),
    ...mentions.flatMap(({ email: address }) =>
      address === undefined ? [] : [address.slice(address.indexOf('@') + 1)],
    ),
  ].map((domain) => domain.toLowerCase());
  return [...new Set(domains)]
    .filter((domain) => domain !== '' && !freeMail.has(domain))
    .map((domain) => {
      const company = world.companies.find((candidate) => candidate.domain === domain);
      return { kind: 'company', label: domain, domain, company, name: company?.name ?? domain };
    });
}

function peopleOf(mentions: readonly Mention[], companies: readonly CompanySubject[], world: World): PersonSubject[] {
  const everyone = world.companies.flatMap((company) => company.people);
  const companyNames = new Set(world.companies.map(({ name }) => fold(name)));
  return mentions.flatMap((mention): PersonSubject[] => {
    const { id, name, email: address } = mention;
    if (address !== undefined) {
      const found = personOfEmail(address.toLowerCase(), name, everyone, world);
      return [{ ...found, label: id ?? address }];
    }
    if (name === undefined || mention.domain !== undefined || companyNames.has(fold(name))) return [];
    return [{ ...personOfName(name, everyone, companies, world), label: id ?? name }];
  });
}

function personOfEmail(
  address: string,
  written: string | undefined,
  everyone: Person[],
  world: World,
): Omit<PersonSubject, 'label'> {
  const domain = address.slice(address.indexOf('@') + 1);
  const name = written ?? nameOfEmail(address);
  const sameName = everyone.filter((person) => fold(person.name) === fold(name));
  const colleagues = world.companies.find((company) => company.domain === domain)?.people ?? [];
  const person =
    everyone.find((candidate) => candidate.email === address) ??
    colleagues.find((candidate) => sameName.includes(candidate));
  return { kind: 'person', name: person?.name ?? name, email: address, person, namesakes: person ? [] : sameName };
}

function personOfName(
  name: string,
  everyone: Person[],
  companies: readonly CompanySubject[],
  world: World,
): Omit<PersonSubject, 'label'> {
  const sameName = everyone.filter((person) => fold(person.name) === fold(name));
  const here = sameName.filter((person) =>
    world.companies.some(
      (company) => company.people.includes(person) && companies.some(({ domain }) => domain === company.domain),
    ),
  );
  const candidates = here.length > 0 ? here : sameName;
  const [only] = candidates;
  const person = candidates.length === 1 ? only : undefined;
  return { kind: 'person', name, email: undefined, person, namesakes: person ? [] : candidates };
}

/** Finds strings that are just a URL. One under the key `url` gets the `id` of its object. */
function pagesIn(value: unknown): PageSubject[] {
  if (typeof value === 'string') return wholeUrl.test(value) ? [{ label: undefined, url: value }] : [];
  if (Array.isArray(value)) return value.flatMap(pagesIn);
  const record = asRecord(value);
  if (!record) return [];
  const [url, id] = [textOf(record, /^url$/i), textOf(record, /^id$/i)];
  const own = url !== undefined && wholeUrl.test(url) ? [{ label: id, url }] : [];
  const others = Object.entries(record).filter(([key]) => !/^url$/i.test(key));
  return [...own, ...others.flatMap(([, child]) => pagesIn(child))];
}

/** Returns each URL once, with its id if it has one. */
function eachOnce(pages: readonly PageSubject[]): PageSubject[] {
  const labelled = pages.filter(({ label }) => label !== undefined);
  return [...new Map([...pages, ...labelled].map((page) => [page.url, page])).values()];
}

/** Removes lines about the user's own side. */
function withoutOwnLines(prose: string): string {
  return prose
    .split('\n')
    .filter((line) => !/\b(our|my|own|user'?s?) (company|domain|organi[sz]ation|email|name)\b/i.test(line))
    .join('\n');
}

/** Finds the name before an address: `Name <email>`, `Name (email)`, `<name>Name</name><email>email</email>`. */
function nameBeside(text: string, address: string): string | undefined {
  const escaped = address.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const name = String.raw`(\p{Lu}[\p{L}.'-]*(?: \p{L}[\p{L}.'-]*){1,4})`;
  const found = new RegExp(String.raw`${name}\s*(?:</\w+>\s*<\w+>|[<(,:–-]+\s*)${escaped}`, 'iu').exec(text)?.[1];
  return found;
}

function labelledNames(text: string): string[] {
  const pattern = /\b(?:person|full ?name|name|guest)\s*[:=]\s*(\p{Lu}[\p{L}.'-]*(?: \p{L}[\p{L}.'-]*){1,3})/gu;
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].filter((name) => name !== '');
}

/** Derives a name from an address: `jane.doe@x.test` -> `Jane Doe`. */
function nameOfEmail(address: string): string {
  return address
    .slice(0, address.indexOf('@'))
    .split(/[._+-]+/)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}

function hasWords(text: string, words: string): boolean {
  return ` ${fold(text)} `.includes(` ${fold(words)} `);
}

function withoutUndefined(mention: Mention): Mention {
  return Object.fromEntries(Object.entries(mention).filter(([, value]) => value !== undefined));
}
