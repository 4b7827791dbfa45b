import type { CompanyBrief, GuestBrief } from '#contract/research.ts';
import { cutText } from '#domain/cut-text.ts';
import { hostOfAddress, registrableDomain } from '#domain/registrable-domain.ts';
import { createRepeatFilter, FACT, INFERENCE, type StatementReader } from '#domain/repeated-statements.ts';
import { factsOf, type MailedContent, splitStatements, withoutMarks } from '#domain/report-statements.ts';
import type { Say } from '#workers/words/say.ts';
import type { BriefingData } from './briefing-data.ts';
import type { DigestExtent, Extent } from './briefing-size.ts';
import { inert, withoutIsolates } from './plain-text.ts';
import type { MailReader } from './reader.ts';

// A briefing without layout: HTML, text and chat messages share its sections. Text may contain citations `[n]`.

export type Bullet = { kind: 'bullet'; text: string };
export type Block =
  | Bullet
  | { kind: 'paragraph'; text: string }
  /** Small print: remarks of our own about the calendar and the research. */
  | { kind: 'remark'; text: string }
  /** `host`: the host of the guest's address; missing if the name is the address. */
  | { kind: 'name'; name: string; role: string | null; note: string; host?: string };
/**
 * `note`: shown beside the heading, such as that its statements are inferred, or a company's domain. `isMinor`: about
 * the research rather than the meeting.
 */
export type Section = { heading: string; note?: string; isMinor?: boolean; blocks: Block[] };
/** `isWhole`: nothing an email would show was cut for length. */
export type BriefingContent = { sections: Section[]; isWhole: boolean; told: MailedContent };

/** In percent. Below it, the app shows scores in red and the email gives the reasons. */
const LOW_CONFIDENCE = 60;

/** Returns all parts of the briefing that an email shows. No fact appears twice: the first part to use it keeps it. */
export function briefingSections(
  data: BriefingData,
  extent: Extent,
  { read, reader }: { read: StatementReader; reader: MailReader },
): BriefingContent {
  const { report } = data;
  const { say } = reader;
  const selection = createSelection(data, read);
  const { inferences } = selection;
  // In the order of the sections, since each leaves out what an earlier one has said.
  const lead = [
    ...quickTake(data, extent.take, { selection, say }),
    ...(data.previous === null ? [contactRemark(data, reader)] : []),
  ];
  const last = sinceLastTime(data, extent, { selection, reader });
  const people = guestBlocks(data, extent, { selection, reader });
  const companies = companySections(report?.companies ?? [], extent, selection);
  const sections: Section[] = [
    { heading: say('quickTake'), blocks: lead },
    ...last,
    { heading: say('whoYouMeet'), blocks: people.map((block) => withHost(block, companies)) },
    ...companies,
    {
      heading: say('talkingPoints'),
      note: say('inferred'),
      blocks: inferences(report?.talkingPoints, extent.points).map(bulletBlock),
    },
    {
      heading: say('questionsToAsk'),
      note: say('suggested'),
      blocks: inferences(report?.questions, extent.questions).map(bulletBlock),
    },
    {
      heading: say('watchOut'),
      note: say('inferred'),
      blocks: inferences(report?.riskFactors, extent.risks, { isTold: true }).map(bulletBlock),
    },
    {
      heading: say('couldNotBeFound'),
      isMinor: true,
      blocks: selection.facts(missing(data, say), Infinity).map(remark),
    },
    ...lowConfidence(data, reader),
  ];
  return {
    sections: sections.filter(({ blocks }) => blocks.length > 0).map((section) => withQuoteNote(section, say)),
    isWhole: selection.isWhole(),
    told: selection.told(),
  };
}

/** Returns the part of a briefing that a digest shows. */
export function digestBlocks(
  data: BriefingData,
  { facts: mostFacts, points: mostPoints, hasGuests, isCited, take }: DigestExtent,
  { read, reader }: { read: StatementReader; reader: MailReader },
): { blocks: Block[]; told: MailedContent } {
  const { report, guests } = data;
  const { say } = reader;
  if (take === 0) return { blocks: [], told: { guests: [], facts: [] } };
  const selection = createSelection(data, read);
  const quick = quickTake(data, Infinity, { selection, say });
  if (take < Infinity) {
    const blocks = quick.map((block) => shortTake(block, take));
    return { blocks, told: toldIn(selection.told(), blocks) };
  }
  const outside = guests
    .filter(({ isExternal }) => isExternal && hasGuests)
    .flatMap((guest) => {
      const brief = report?.guests.find(({ email }) => email === guest.email);
      return selectedGuest(guest, brief, mostFacts, { selection, say }).map((block) => withHost(block));
    });
  const points = selection.inferences(report?.talkingPoints, mostPoints).map(bulletBlock);
  const talk: Block[] =
    points.length === 0
      ? []
      : [{ kind: 'name', name: say('talkingPoints'), role: null, note: say('inferred') }, ...points];
  const blocks = [...quick, contactRemark(data, reader), ...outside, ...talk];
  return { blocks: isCited ? blocks : blocks.map(uncited), told: selection.told() };
}

/** The selection so far, and the wording in the reader's language. */
type Telling = { selection: Selection; say: Say };

type Selection = {
  /** Returns the first `most` facts not used yet, and marks them used. */
  facts: (texts: readonly string[] | undefined, most: number, about?: About) => string[];
  /** `isTold`: for inferences that the reader can report as wrong, like facts. */
  inferences: (texts: readonly string[] | undefined, most: number, options?: { isTold: boolean }) => string[];
  isWhole: () => boolean;
  /** The facts chosen (and inferences with `isTold`), and the guests they are about. */
  told: () => MailedContent;
};

/** The subject of a statement; `email` is set for guests. */
type About = { name: string; email?: string };

function createSelection(
  { guests, report }: Pick<BriefingData, 'guests' | 'report'>,
  read: StatementReader,
): Selection {
  const sofar = createRepeatFilter(
    read,
    guests.map(({ email, name }) => ({ id: email, name })),
  );
  const told: { text: string; about: About | undefined }[] = [];
  let isWhole = true;
  return {
    facts(texts = [], most, about) {
      const chosen = select(texts, FACT, { most, about: about?.email });
      told.push(...chosen.map((text) => ({ text, about })));
      return chosen;
    },
    inferences(texts = [], most, { isTold } = { isTold: false }) {
      const chosen = select(texts, INFERENCE, { most });
      if (isTold) told.push(...chosen.map((text) => ({ text, about: undefined })));
      return chosen;
    },
    isWhole: () => isWhole,
    told: () => ({
      guests: [...new Set(told.flatMap(({ about }) => about?.email ?? []))],
      facts: factsOf(
        told.map(({ text, about }) => ({ text, about: about?.name ?? null })),
        report?.sources ?? [],
      ),
    }),
  };

  function select(
    texts: readonly string[],
    share: number,
    { most, about }: { most: number; about?: string | undefined },
  ) {
    const chosen: string[] = [];
    for (const text of texts) {
      const left = sofar.leave(text, share, about);
      if (left === null) continue;
      if (chosen.length === most) {
        isWhole = false;
        break;
      }
      sofar.tell(left, about);
      chosen.push(left);
    }
    return chosen;
  }
}

/** Keeps only the facts that are still complete in the shortened blocks. */
function toldIn({ guests, facts }: MailedContent, blocks: readonly Block[]): MailedContent {
  const texts = blocks.flatMap((block) => ('text' in block ? [withoutIsolates(block.text)] : []));
  const isWhole = (text: string) => texts.some((shown) => shown.includes(withoutIsolates(inert(text))));
  return { guests, facts: facts.filter(({ text }) => isWhole(text)) };
}

function shortTake(block: Block, characters: number): Block {
  return block.kind === 'name' ? block : { ...block, text: inert(shorten(withoutMarks(block.text), characters)) };
}

export function uncited(block: Block): Block {
  if (block.kind === 'name') return { ...block, role: block.role && withoutMarks(block.role) };
  return { ...block, text: withoutMarks(block.text) };
}

/** Returns the inbox preview: the first important insight, else the summary, else the number of external guests. */
export function preheaderOf({ report, guests, shortfall }: BriefingData, say: Say): string {
  const insight = report?.keyInsights.find(({ importance }) => importance === 'high');
  const top = insight?.description ?? report?.summary ?? '';
  if (top !== '') return inert(shorten(withoutMarks(top)));
  const count = guests.filter(({ isExternal }) => isExternal).length;
  return say(shortfall === null ? 'externalGuests' : 'externalGuestsAlone', { count });
}

const PREHEADER_CHARACTERS = 140;

/** Shortens to whole words within `characters`, or to whole characters where words are not separated by spaces. */
export function shorten(text: string, characters = PREHEADER_CHARACTERS): string {
  if (text.length <= characters) return text;
  const cut = cutText(text, characters);
  const space = cut.lastIndexOf(' ');
  return `${space < characters / 2 ? cut : cut.slice(0, space)}…`;
}

function quickTake({ report, shortfall }: BriefingData, most: number, { selection, say }: Telling): Block[] {
  const sentences = selection.facts(splitStatements(report?.summary ?? ''), most);
  const text = joined(
    sentences.filter((sentence) => sentence !== ''),
    say,
  );
  return [
    ...(shortfall === null ? [] : [shortfallRemark(shortfall, report !== null, say)]),
    ...(text === '' ? [] : [paragraph(text)]),
  ];
}

/** Reasons for incomplete research; shown before anything else. */
const SHORTFALLS = {
  research_failed: 'researchFailed',
  quota_exceeded: 'quotaExceeded',
  daily_cap_reached: 'dailyCapReached',
  no_time: 'noTime',
} as const;

function shortfallRemark(shortfall: keyof typeof SHORTFALLS, hasOlder: boolean, say: Say): Block {
  const second = say(hasOlder ? 'olderResults' : 'calendarOnly');
  return remark(joined([say(SHORTFALLS[shortfall]), second], say));
}

/**
 * Returns a section on the last meeting and what is new since then, and one on news since an earlier run, whose results
 * the reader may have seen.
 */
function sinceLastTime(
  data: BriefingData,
  { news: most }: Extent,
  { selection: { facts }, reader }: { selection: Selection; reader: MailReader },
): Section[] {
  const { previous, newSince, timeZone } = data;
  const { say } = reader;
  const last = previous && [contactRemark(data, reader), ...facts(previous.news, most).map(bulletBlock)];
  const news = newSince && facts(newSince.items, most).map(bulletBlock);
  return [
    ...(last ? [{ heading: say('sinceLastTime'), blocks: last }] : []),
    ...(newSince && news
      ? [{ heading: say('newSince', { date: reader.date(newSince.at, timeZone) }), blocks: news }]
      : []),
  ];
}

function contactRemark({ previous, timeZone }: BriefingData, reader: MailReader): Block {
  const { say, date } = reader;
  if (!previous) return remark(say('firstContact'));
  const { title, start, outcome, guests, count } = previous;
  const met = { date: date(start, timeZone), title: inert(title) };
  const parts = [
    guests.length === 0 ? say('lastMet', met) : say('lastMetWith', { ...met, guests: listed(guests, reader) }),
    ...(count > 1 ? [say('metOften', { count })] : []),
    ...(outcome === null ? [] : [say('youNoted', { outcome: inert(outcome) })]),
  ];
  return remark(joined(parts, say));
}

/** Returns sentences as one text. */
export function joined(sentences: readonly string[], say: Say): string {
  return sentences.length === 0 ? '' : sentences.reduce((first, second) => say('sentences', { first, second }));
}

/** Maximum number of external guests listed, the organizer first; any others are only counted. */
const MAX_GUESTS_NAMED = 20;

function guestBlocks(
  { guests, report, guestsHidden }: BriefingData,
  extent: Extent,
  { selection, reader }: { selection: Selection; reader: MailReader },
): Block[] {
  const { say } = reader;
  const outside = guests.filter(({ isExternal }) => isExternal);
  const colleagues = guests.filter(({ isExternal }) => !isExternal);
  const most = Math.min(extent.facts, factsEach(outside.length));
  const blocks = outside.slice(0, MAX_GUESTS_NAMED).flatMap((guest) =>
    selectedGuest(
      guest,
      report?.guests.find(({ email }) => email === guest.email),
      most,
      { selection, say },
    ),
  );
  const notes = [
    ...(outside.length > MAX_GUESTS_NAMED ? [say('andMoreGuests', { count: outside.length - MAX_GUESTS_NAMED })] : []),
    ...(guestsHidden ? [say('hiddenGuests')] : []),
    ...(colleagues.length > 0 ? [say('yourSide', { names: namesOf(colleagues, reader) })] : []),
  ];
  return [...blocks, ...notes.map(remark)];
}

/** Returns how many facts to show for each guest: the more guests, the fewer. */
function factsEach(guests: number): number {
  return guests <= 3 ? 2 : 1;
}

function namesOf(colleagues: BriefingData['guests'], reader: MailReader): string {
  return listed(
    colleagues.map(({ name, email }) => name ?? email),
    reader,
  );
}

function listed(all: readonly string[], { say, list }: MailReader): string {
  const count = all.length - MAX_GUESTS_NAMED;
  const names = all.slice(0, MAX_GUESTS_NAMED).map(inert);
  return list(count > 0 ? [...names, say('andMore', { count })] : names);
}

/** Returns a guest's name and response, and all that is known about them, without repeats. */
export function guestBlock(
  guest: BriefingData['guests'][number],
  brief: GuestBrief | undefined,
  { read, reader: { say } }: { read: StatementReader; reader: MailReader },
): Block[] {
  const selection = createSelection({ guests: [guest], report: null }, read);
  return selectedGuest(guest, brief, Infinity, { selection, say }).map((block) => withHost(block));
}

/**
 * Shows the host of a guest's address, unless it belongs to a company whose domain is shown: anyone can send
 * invitations under someone else's name.
 */
function withHost(block: Block, companies: readonly CompanySection[] = []): Block {
  if (block.kind !== 'name' || block.host === undefined) return block;
  const { host, ...rest } = block;
  const isShown = companies.some(({ domain, blocks }) => domain === registrableDomain(host) && blocks.length > 0);
  return isShown ? rest : { ...rest, note: [inert(host), rest.note].join(' · ') };
}

/** Matches text that ends like a sentence, citations aside, unlike a label such as `VP Operations since 2024 [1]`. */
const SENTENCE = /[.。।؟!?]\s*(?:\[\d+\]\s*)*$/u;

/** Returns a guest's name, response, role and at most `most` facts. If `most` is 0, the role is left out too. */
function selectedGuest(
  guest: BriefingData['guests'][number],
  brief: GuestBrief | undefined,
  most: number,
  { selection: { facts }, say }: Telling,
): Block[] {
  const plainName = guest.name ?? brief?.name ?? guest.email;
  const about = { name: plainName, email: guest.email };
  const [role = null] = facts(brief?.role ? [brief.role] : [], most === 0 ? 0 : 1, about);
  // After the name, a sentence would repeat its subject.
  const isSentence = role !== null && SENTENCE.test(role);
  const host = plainName === guest.email ? null : hostOfAddress(guest.email);
  return [
    {
      kind: 'name',
      name: inert(plainName),
      role: role === null || isSentence ? null : inert(role),
      note: guestNote(guest, brief, say),
      ...(host !== null && { host }),
    },
    ...(role !== null && isSentence ? [bulletBlock(role)] : []),
    ...facts(brief?.facts, most, about).map(bulletBlock),
  ];
}

function guestNote(
  { responseStatus }: BriefingData['guests'][number],
  brief: GuestBrief | undefined,
  say: Say,
): string {
  const known = brief ? [say(brief.hasObjected ? 'objected' : brief.identity)] : [];
  return [say(RSVP[responseStatus]), ...known].join(' · ');
}

type CompanySection = Section & { domain: string };

/** Shows each company's domain: a lookalike domain can come with the known company's name. */
function companySections(companies: readonly CompanyBrief[], extent: Extent, { facts }: Selection): CompanySection[] {
  const most = companies.length > 2 ? Math.min(1, extent.news) : extent.news;
  return companies.map(({ name, domain, line, news }) => ({
    heading: inert(name),
    domain,
    ...(name !== domain && { note: inert(domain) }),
    blocks: [
      ...facts(line === '' ? [] : [line], extent.hasDetail ? 1 : 0, { name }).map(paragraph),
      ...facts(news, most, { name }).map(bulletBlock),
    ],
  }));
}

function missing({ report, guests, shortfall }: BriefingData, say: Say): string[] {
  if (report) return report.notFound;
  if (shortfall === null) return [];
  return guests.some(({ isExternal }) => isExternal) ? [say('guestsNotResearched')] : [];
}

function lowConfidence({ report, confidence }: BriefingData, { say, percent }: MailReader): Section[] {
  if (!report || confidence === null || confidence >= LOW_CONFIDENCE || report.scoreReasons.length === 0) return [];
  return [
    {
      heading: say('confidence', { percent: percent(confidence) }),
      isMinor: true,
      blocks: [remark(joined(report.scoreReasons, say))],
    },
  ];
}

const IS_QUOTE = /^["“„«「『‘].*["”“»」』’](?:\s*\[\d+\])*[.]?$/su;

/** Marks the heading of a section that only quotes its sources. */
function withQuoteNote(section: Section, say: Say): Section {
  const texts = section.blocks.flatMap((block) => ('text' in block && block.kind !== 'remark' ? [block.text] : []));
  const isQuoted = texts.length > 0 && texts.every((text) => IS_QUOTE.test(withoutIsolates(text)));
  if (!isQuoted) return section;
  const notes = [section.note, say('quoted')].filter((note) => note !== undefined);
  return { ...section, note: notes.join(' · ') };
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text: inert(text) };
}

function remark(text: string): Block {
  return { kind: 'remark', text: inert(text) };
}

/** Returns a list item. As in every block, the text is made inert: it may come from a stranger or a model. */
export function bulletBlock(text: string): Block {
  return { kind: 'bullet', text: inert(text) };
}

const RSVP = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'maybe',
  needsAction: 'notAnswered',
} as const;
