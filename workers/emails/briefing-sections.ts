import type { CompanyBrief, GuestBrief } from '#contract/research.ts';
import type { BriefingData } from './briefing-data.ts';
import type { DigestExtent } from './briefing-size.ts';
import { inert } from './plain-text.ts';
import { formatDate } from './when.ts';

/** A briefing without its form: HTML and text are written from the same sections. Texts may hold citations `[n]`. */
export type Bullet = { kind: 'bullet'; text: string };
export type Block = Bullet | { kind: 'paragraph'; text: string } | { kind: 'name'; name: string; note: string };
/** `note` says beside the heading what kind of statements these are, where they are no facts. */
export type Section = { heading: string; note?: string; blocks: Block[] };

const INFERRED = 'Inferred from the sources';
const SUGGESTED = 'Suggested';
/** As many as there are talking points. */
const MAX_RISKS = 5;

export function briefingSections(data: BriefingData): Section[] {
  const { report } = data;
  const sections: Section[] = [
    { heading: 'Quick take', blocks: quickTake(data) },
    { heading: 'Since last time', blocks: sinceLastTime(data) },
    ...newsSections(data),
    { heading: 'Who you meet', blocks: guestBlocks(data) },
    ...(report?.companies ?? []).map((company) => ({ heading: inert(company.name), blocks: companyBlocks(company) })),
    { heading: 'Talking points', note: INFERRED, blocks: (report?.talkingPoints ?? []).map(bulletBlock) },
    { heading: 'Questions to ask', note: SUGGESTED, blocks: (report?.questions ?? []).map(bulletBlock) },
    { heading: 'Watch out', note: INFERRED, blocks: (report?.riskFactors ?? []).slice(0, MAX_RISKS).map(bulletBlock) },
    { heading: 'What could not be found', blocks: missing(data).map(bulletBlock) },
  ];
  return sections.filter(({ blocks }) => blocks.length > 0);
}

/** Its own section, since its reader may have seen the rest on the screen days ago. */
function newsSections({ newSince, timeZone }: BriefingData): Section[] {
  if (newSince === null) return [];
  return [{ heading: `New since ${formatDate(newSince.at, timeZone)}`, blocks: newSince.items.map(bulletBlock) }];
}

/** What of a briefing stands in a digest, where several share a mail. */
export function digestBlocks(
  data: BriefingData,
  { facts: mostFacts, points: mostPoints, hasGuests, isCited, take }: DigestExtent,
): Block[] {
  const { report, guests } = data;
  if (take < Infinity) return take === 0 ? [] : quickTake(data).map((block) => shortTake(block, take));
  const outside = guests
    .filter(({ isExternal }) => isExternal && hasGuests)
    .flatMap((guest): Block[] => {
      const brief = report?.guests.find(({ email }) => email === guest.email);
      const facts = factBlocks(brief).slice(0, mostFacts);
      const name = inert(guest.name ?? brief?.name ?? guest.email);
      return [{ kind: 'name', name, note: guestNote(guest, brief) }, ...facts];
    });
  const points = (report?.talkingPoints ?? []).slice(0, mostPoints).map(bulletBlock);
  const talk: Block[] =
    points.length === 0 ? [] : [{ kind: 'name', name: 'Talking points', note: INFERRED }, ...points];
  const blocks = [...quickTake(data), ...sinceLastTime(data).slice(0, 1), ...outside, ...talk];
  return isCited ? blocks : blocks.map(uncited);
}

function shortTake(block: Block, characters: number): Block {
  return block.kind === 'name' ? block : { ...block, text: shorten(withoutCitations(block.text), characters) };
}

function uncited(block: Block): Block {
  return block.kind === 'name' ? block : { ...block, text: withoutCitations(block.text) };
}

/** The one line an inbox shows under the subject. */
export function preheaderOf({ report, guests, shortfall }: BriefingData): string {
  const insight = report?.keyInsights.find(({ importance }) => importance === 'high') ?? report?.keyInsights[0];
  const top = insight?.description ?? report?.summary ?? '';
  if (top !== '') return inert(shorten(withoutCitations(top)));
  const outside = guests.filter(({ isExternal }) => isExternal).length;
  const known = `${outside} ${outside === 1 ? 'guest' : 'guests'} from outside`;
  return shortfall === null ? known : `${known}; the research is missing`;
}

const PREHEADER_CHARACTERS = 140;

/** Whole words, of so many characters at most. */
export function shorten(text: string, characters = PREHEADER_CHARACTERS): string {
  if (text.length <= characters) return text;
  const cut = text.slice(0, characters);
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`;
}

export function withoutCitations(text: string): string {
  return text.replaceAll(/\s*\[\d+\]/g, '');
}

function quickTake({ report, shortfall }: BriefingData): Block[] {
  const summary = report && report.summary !== '' ? [paragraph(report.summary)] : [];
  return shortfall === null ? summary : [paragraph(SHORTFALLS[shortfall](report !== null)), ...summary];
}

/** Said openly, and before anything else. */
const SHORTFALLS: Record<NonNullable<BriefingData['shortfall']>, (hasOlder: boolean) => string> = {
  research_failed: (hasOlder) => `The research for this meeting failed. ${whatThereIs(hasOlder)}`,
  quota_exceeded: (hasOlder) => `This month's research quota is used up. ${whatThereIs(hasOlder)}`,
  no_time: (hasOlder) => `There was not enough time to research this meeting. ${whatThereIs(hasOlder)}`,
};

function whatThereIs(hasOlder: boolean): string {
  return hasOlder
    ? 'Below is what an earlier run found; it may be out of date.'
    : 'Below is what your calendar says, and nothing else.';
}

/** The last meeting, and what the web says by now that it did not say then. */
function sinceLastTime({ previous, timeZone }: BriefingData): Block[] {
  if (!previous) return [paragraph('In the calendar this is your first meeting with these guests.')];
  const { title, start, guests, count, news } = previous;
  const who = guests.length === 0 ? '' : `, with ${listed(guests)}`;
  const often = count > 1 ? ` You have met ${count} times.` : '';
  const last = `You last met on ${formatDate(start, timeZone)}: ${title}${who}.${often}`;
  return [paragraph(last), ...news.map(bulletBlock)];
}

/** Of a crowd the organizer, who comes first, and as many more are named. */
const MAX_GUESTS_NAMED = 20;

function guestBlocks({ guests, report, guestsHidden }: BriefingData): Block[] {
  const outside = guests.filter(({ isExternal }) => isExternal);
  const colleagues = guests.filter(({ isExternal }) => !isExternal);
  const blocks = outside.slice(0, MAX_GUESTS_NAMED).flatMap((guest) =>
    guestBlock(
      guest,
      report?.guests.find(({ email }) => email === guest.email),
    ),
  );
  const notes = [
    ...(outside.length > MAX_GUESTS_NAMED ? [`And ${outside.length - MAX_GUESTS_NAMED} more from outside.`] : []),
    ...(guestsHidden ? ['The calendar does not name all of the guests.'] : []),
    ...(colleagues.length > 0 ? [`From your side: ${namesOf(colleagues)}.`] : []),
  ];
  return [...blocks, ...notes.map(paragraph)];
}

function namesOf(colleagues: BriefingData['guests']): string {
  return listed(colleagues.map(({ name, email }) => name ?? email));
}

function listed(names: readonly string[]): string {
  const left = names.length - MAX_GUESTS_NAMED;
  const named = names.slice(0, MAX_GUESTS_NAMED).join(', ');
  return left > 0 ? `${named} and ${left} more` : named;
}

/** A guest by name and answer, and what is known of them. */
export function guestBlock(guest: BriefingData['guests'][number], brief: GuestBrief | undefined): Block[] {
  const name = inert(guest.name ?? brief?.name ?? guest.email);
  return [{ kind: 'name', name, note: guestNote(guest, brief) }, ...factBlocks(brief)];
}

function guestNote({ responseStatus }: BriefingData['guests'][number], brief: GuestBrief | undefined): string {
  return [RSVP[responseStatus], ...(brief ? [IDENTITY[brief.identity]] : [])].join(' · ');
}

function factBlocks(brief: GuestBrief | undefined): Block[] {
  if (!brief) return [];
  return [...(brief.role === null ? [] : [brief.role]), ...brief.facts].map(bulletBlock);
}

function companyBlocks({ line, news }: CompanyBrief): Block[] {
  return [...(line === '' ? [] : [paragraph(line)]), ...news.map(bulletBlock)];
}

function missing({ report, guests, shortfall }: BriefingData): string[] {
  if (report) return report.notFound;
  if (shortfall === null) return [];
  return guests.some(({ isExternal }) => isExternal)
    ? ['Nothing about the guests and their companies was researched.']
    : [];
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text: inert(text) };
}

/** A line of a list; like every block, its text may be a stranger's or a model's. */
export function bulletBlock(text: string): Block {
  return { kind: 'bullet', text: inert(text) };
}

const RSVP = {
  accepted: 'Accepted',
  declined: 'Declined',
  tentative: 'Maybe',
  needsAction: 'Has not answered',
} as const;

const IDENTITY = {
  confirmed: 'Identity confirmed',
  likely: 'Probably this person',
  unknown: 'Not identified with certainty',
} as const;
