import { embeddedJson, withoutOwnSide } from '#sandbox/anthropic/embedded-json.ts';
import type { Company, Person } from '#sandbox/world/schema.ts';
import { fold } from '#sandbox/world/search.ts';
import type { World } from '#sandbox/world/world.ts';

export type CompanyTarget = { domain: string; name: string; company: Company | undefined };

export type PersonTarget = {
  name: string;
  email: string | undefined;
  /** The one person of the world meant, if that is certain. */
  person: Person | undefined;
  /** People of that name when it is not certain which one is meant. */
  namesakes: Person[];
};

export type Targets = { companies: CompanyTarget[]; people: PersonTarget[] };

const freeMail = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com proton.me protonmail.com gmx.de gmx.net web.de aol.com'.split(
    ' ',
  ),
);
const emailPattern = /[\w.+'-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;

/** Whom and what a request asks about, whatever its layout: addresses, domains and names in the caller's text. */
export function findTargets(text: string, world: World): Targets {
  const asked = dropOwnSide(text);
  const emails = [...new Set((asked.match(emailPattern) ?? []).map((email) => email.toLowerCase()))];
  const companies = findCompanies(asked, emails, world);
  return { companies, people: findPeople(asked, emails, companies, world) };
}

/** What the request says about the asking side itself (their own name, company, notes) is not to be researched. */
function dropOwnSide(text: string): string {
  const kept = embeddedJson(text).reduce(
    (rest, { source, value }) => rest.replace(source, () => JSON.stringify(withoutOwnSide(value), null, 1)),
    text,
  );
  return kept
    .split('\n')
    .filter((line) => !/\b(our|my|own|user'?s?) (company|domain|organi[sz]ation|email|name)\b/i.test(line))
    .join('\n');
}

function findCompanies(text: string, emails: string[], world: World): CompanyTarget[] {
  const known = new Map(world.companies.map((company) => [company.domain, company]));
  const withoutUrls = text.replaceAll(/https?:\/\/\S+/g, ' ').replaceAll(emailPattern, ' ');
  const written = withoutUrls.match(/\b[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b/gi) ?? [];
  const labelled = [
    ...withoutUrls.matchAll(/(?:domain|website|site)"?\s*[:=]?\s*\[?\s*"?([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi),
  ];
  const named = world.companies.filter(({ name }) => hasWords(text, name)).map(({ domain }) => domain);
  const domains = [
    ...written.map((domain) => domain.toLowerCase()).filter((domain) => known.has(domain)),
    ...labelled.map(([, domain]) => (domain ?? '').toLowerCase()),
    ...emails.map((email) => email.slice(email.indexOf('@') + 1)),
    ...named.filter((domain) => !isPartOfLongerName(domain, named, world)),
  ];
  return [...new Set(domains)]
    .filter((domain) => domain !== '' && !freeMail.has(domain))
    .map((domain) => ({ domain, company: known.get(domain), name: known.get(domain)?.name ?? domain }));
}

/** "Northpeak" inside "Northpeak Capital" names one company, not two. */
function isPartOfLongerName(domain: string, named: string[], world: World): boolean {
  const nameOf = (wanted: string) => world.companies.find((company) => company.domain === wanted)?.name ?? wanted;
  return named.some((other) => other !== domain && nameOf(other).includes(nameOf(domain)));
}

function findPeople(text: string, emails: string[], companies: CompanyTarget[], world: World): PersonTarget[] {
  const everyone = world.companies.flatMap((company) => company.people);
  const byEmail = emails.map((email) => personOfEmail(email, nameBeside(text, email), everyone, world));
  const found = new Set(byEmail.map(({ name }) => fold(name)));
  const names = [...new Set(everyone.map(({ name }) => name))].filter(
    (name) => hasWords(text, name) && !found.has(fold(name)),
  );
  const labelled = labelledNames(text).filter(
    (name) => !found.has(fold(name)) && !names.some((known) => fold(known) === fold(name)),
  );
  return [
    ...byEmail,
    ...names.map((name) => personOfName(name, everyone, companies, world)),
    ...labelled
      .filter((name) => !world.companies.some((company) => fold(company.name) === fold(name)))
      .map((name) => ({ name, email: undefined, person: undefined, namesakes: [] })),
  ];
}

function personOfEmail(email: string, written: string | undefined, everyone: Person[], world: World): PersonTarget {
  const domain = email.slice(email.indexOf('@') + 1);
  const name = written ?? nameOfEmail(email);
  const sameName = everyone.filter((person) => fold(person.name) === fold(name));
  const colleagues = world.companies.find((company) => company.domain === domain)?.people ?? [];
  const person =
    everyone.find((candidate) => candidate.email === email) ??
    colleagues.find((candidate) => sameName.includes(candidate));
  return { name: person?.name ?? name, email, person, namesakes: person ? [] : sameName };
}

function personOfName(name: string, everyone: Person[], companies: CompanyTarget[], world: World): PersonTarget {
  const sameName = everyone.filter((person) => person.name === name);
  const here = sameName.filter((person) =>
    world.companies.some(
      (company) => company.people.includes(person) && companies.some(({ domain }) => domain === company.domain),
    ),
  );
  const candidates = here.length > 0 ? here : sameName;
  const [only] = candidates;
  return candidates.length === 1 && only
    ? { name, email: undefined, person: only, namesakes: [] }
    : { name, email: undefined, person: undefined, namesakes: candidates };
}

/** `Name <email>`, `"name": "..."` beside `"email"`, `Name (email)`. */
function nameBeside(text: string, email: string): string | undefined {
  const address = email.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const name = String.raw`(\p{Lu}[\p{L}.'-]*(?: \p{L}[\p{L}.'-]*){1,4})`;
  const patterns = [
    String.raw`${name}\s*[<(,:–-]+\s*${address}`,
    String.raw`"?name"?\s*[:=]\s*"?${name}"?,?\s*"?e-?mail"?\s*[:=]\s*"?${address}`,
    String.raw`${address}"?,?\s*"?name"?\s*[:=]\s*"?${name}`,
  ];
  for (const pattern of patterns) {
    const found = new RegExp(pattern, 'iu').exec(text)?.[1];
    if (found) return found;
  }
  return undefined;
}

function labelledNames(text: string): string[] {
  const pattern = /"?\b(?:person|full ?name|name|guest)"?\s*[:=]\s*"?(\p{Lu}[\p{L}.'-]*(?: \p{L}[\p{L}.'-]*){1,3})/gu;
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].filter((name) => name !== '');
}

/** `jane.doe@x.test` -> `Jane Doe` */
function nameOfEmail(email: string): string {
  return email
    .slice(0, email.indexOf('@'))
    .split(/[._+-]+/)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}

function hasWords(text: string, words: string): boolean {
  return ` ${fold(text)} `.includes(` ${fold(words)} `);
}
