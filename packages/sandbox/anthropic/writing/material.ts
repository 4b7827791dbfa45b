import { ordersIn } from '#sandbox/anthropic/instructions.ts';
import { findingsIn, type QuotedFinding } from '#sandbox/anthropic/quoted/findings.ts';
import {
  languageOf,
  listOf,
  othersIn,
  type QuotedData,
  type QuotedRecord,
  recordsIn,
  textOf,
} from '#sandbox/anthropic/quoted/quoted-data.ts';
import type { Language } from '#sandbox/world/languages.ts';
import type { WorldPage } from '#sandbox/world/pages.ts';
import type { World } from '#sandbox/world/world.ts';
import { createRestater } from './restate.ts';

/** A sentence supported by the data, with the ids of its findings. */
export type Fact = {
  text: string;
  ids: string[];
  topic: string;
  /** News, as opposed to a home page or profile. */
  isNews: boolean;
  isHarmful: boolean;
};

export type Guest = { id: string; name: string; email: string; domain: string };
export type Firm = { domain: string; name: string };

/** Private context for conclusions: the text, and the finding's id if it has one. */
export type Backdrop = { text: string; ids: string[] };

/** The material a request provides. */
export type Material = {
  language: Language;
  guests: Guest[];
  firms: Firm[];
  /** By guest id, by domain, and '' for everything else. */
  facts: Map<string, Fact[]>;
  offering: Backdrop | undefined;
  goal: Backdrop | undefined;
  invitation: Backdrop | undefined;
  /** The invitation's sentences below its title. */
  invited: Backdrop[];
  history: Backdrop | undefined;
};

/** Reads findings, guests, companies, the reader and the meeting from quoted data of any layout. */
export function readMaterial(data: QuotedData, world: World): Material {
  const language = languageOf(data);
  const others = othersIn(data).flatMap(recordsIn);
  const guests = others.flatMap((record) => toGuest(record, world));
  const firms = firmsOf(others, guests, world);
  const findings = findingsIn(data);
  const restate = createRestater(world, language);
  const byTitle = new Map(world.pages().map((page) => [page.title, page]));
  const facts = new Map<string, Fact[]>();
  const harmful = new Set(world.truths().flatMap((truth) => (truth.harmful ? Object.values(truth.said) : [])));
  for (const finding of findings.filter(({ kind }) => !isPrivate(kind))) {
    if (ordersIn(finding.quotes.join('\n'), world)) continue;
    const about = finding.about ?? aboutOf(finding, guests, firms);
    const page = byTitle.get(finding.title ?? '');
    const isNews = page !== undefined && page.path !== '' && page.person === undefined && page.isOpen;
    for (const text of restate(finding.quotes[0] ?? '').filter((sentence) => !sentence.includes('@'))) {
      const topic = topicOf(finding, page, language);
      const fact = {
        text,
        ids: [finding.id],
        topic,
        isNews,
        isHarmful: harmful.has(text),
      };
      // The same sentence found twice is one fact with two sources.
      const same = [...facts.values()].flat().find((other) => other.text === text);
      if (same) same.ids.push(...fact.ids);
      else facts.set(about, [...(facts.get(about) ?? []), fact]);
    }
  }
  return { language, guests, firms, facts, ...backdropOf(data, findings) };
}

const isPrivate = (kind: string) => /invitation|meeting|history|reader|profile|note/i.test(kind);

/** Reads a guest: anyone with an id and either an email or a name and an employer. The world fills in the rest. */
function toGuest(record: QuotedRecord, world: World): Guest[] {
  const id = textOf(record, /^id$/i);
  const email = textOf(record, /^e-?mail$/i);
  const named = textOf(record, /^(full_?)?name$/i);
  const employer = textOf(record, /domain/i);
  const isEmployed = Object.keys(record).some((key) => /domain|company|employer/i.test(key));
  if (id === undefined || 'quotes' in record || 'text' in record) return [];
  if (email === undefined && (named === undefined || !isEmployed)) return [];
  const everyone = world.companies.flatMap(({ domain, people }) => people.map((person) => ({ domain, person })));
  const known = everyone.find(({ domain, person }) =>
    email === undefined ? person.name === named && domain === employer : person.email === email,
  )?.person;
  const address = email ?? known?.email ?? '';
  const domain = employer ?? address.slice(address.indexOf('@') + 1);
  return [{ id, name: named ?? known?.name ?? address, email: address, domain }];
}

function firmsOf(records: readonly QuotedRecord[], guests: readonly Guest[], world: World): Firm[] {
  const named = records.flatMap((record) => {
    const domain = textOf(record, /^(domain|website)$/i);
    const isGuest = textOf(record, /^e-?mail$/i) !== undefined;
    const names = listOf(record, /^names$/i) ?? [];
    // Prefers the common name over the registered one.
    const usual = world.companies.find((company) => company.domain === domain)?.name ?? '';
    const name = textOf(record, /^name$/i) ?? (names.includes(usual) ? usual : names[0]);
    return domain === undefined || isGuest ? [] : [{ domain, name }];
  });
  const ofGuests = guests.map(({ domain }) => ({ domain, name: undefined }));
  const known = new Map(world.companies.map(({ domain, name }) => [domain, name]));
  const firms = new Map<string, Firm>();
  for (const { domain, name } of [...named, ...ofGuests]) {
    const isSite = named.length === 0 ? known.has(domain) : named.some((firm) => firm.domain === domain);
    if (isSite && !firms.has(domain)) firms.set(domain, { domain, name: name ?? known.get(domain) ?? domain });
  }
  return [...firms.values()];
}

function aboutOf({ everything }: QuotedFinding, guests: readonly Guest[], firms: readonly Firm[]): string {
  const guest = guests.find(
    ({ name, email }) => everything.includes(name) || (email !== '' && everything.includes(email)),
  );
  return (
    guest?.id ??
    firms.find(({ name, domain }) => everything.includes(name) || everything.includes(domain))?.domain ??
    ''
  );
}

/** Returns a finding's topic: its page's headline without the site's name, or its first words. */
function topicOf({ title, quotes }: QuotedFinding, page: WorldPage | undefined, language: Language): string {
  const shown = page && page.language !== language ? page.titleInEnglish : title;
  const headline = shown?.replace(/\s+[|｜].*$/, '').trim() ?? '';
  if (headline !== '') return headline;
  const words = (quotes[0] ?? '').split(/\s+/);
  return words
    .slice(0, 7)
    .join(' ')
    .replace(/[.,;:]$/, '');
}

/**
 * Finds what the reader sells and wants, the invitation's text and earlier meetings, in findings or in other fields of
 * the data.
 */
function backdropOf(data: QuotedData, findings: readonly QuotedFinding[]) {
  const records = data.values.flatMap(recordsIn);
  const plain = (pattern: RegExp): Backdrop | undefined => {
    const text = records.flatMap((record) => textOf(record, pattern) ?? [])[0];
    return text === undefined ? undefined : { text, ids: [] };
  };
  const offindings = (kind: RegExp, at = 0): Backdrop | undefined => {
    const found = findings.filter((finding) => kind.test(finding.kind))[at];
    const text = found?.quotes[0] ?? '';
    return found && text !== '' ? { text, ids: [found.id] } : undefined;
  };
  const reader = findings.filter(({ kind }) => /reader|profile/i.test(kind));
  const readerOf = (pattern: RegExp) => {
    const found = reader.find(({ everything }) => pattern.test(everything));
    return found ? { text: found.quotes[0] ?? '', ids: [found.id] } : undefined;
  };
  const offering = plain(/^(offering|offers?|sells|what_?they_?sell|product)$/i);
  const goal = plain(/goal|objective|wants?$/i);
  // A name or a domain identifies the reader but is not what they offer.
  const said = reader.find(({ quotes }) => (quotes[0] ?? '').split(/\s+/).length > 2);
  const stated = readerOf(/sell|offer/i) ?? (said && { text: said.quotes[0] ?? '', ids: [said.id] });
  return {
    offering: withIds(offering, reader) ?? stated,
    goal: withIds(goal, reader) ?? readerOf(/goal|want/i),
    invited: findings
      .filter(({ kind }) => /invitation/i.test(kind))
      .slice(1)
      .map(({ id, quotes }) => ({ text: quotes.join(' '), ids: [id] })),
    invitation: offindings(/invitation|meeting/i) ?? plain(/^(description|agenda)$/i) ?? plain(/^title$/i),
    history: offindings(/history|note/i),
  };
}

function withIds(backdrop: Backdrop | undefined, reader: readonly QuotedFinding[]): Backdrop | undefined {
  if (!backdrop) return undefined;
  return {
    ...backdrop,
    ids: reader.filter(({ everything }) => everything.includes(backdrop.text)).map(({ id }) => id),
  };
}
