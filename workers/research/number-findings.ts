import { ageInDays } from '#domain/page-date.ts';
import { FRESH_DAYS } from '#domain/quality-score.ts';
import { type Finding, type FindingKind, NO_CONTEXT, type Quote } from './finding.ts';
import type { ResearchSubject } from './subject.ts';

/** Findings about one company (`about` is its domain) or one guest (its id). */
export type Found = { about: string; findings: readonly { quotes: readonly Quote[] }[] };

const MAX_FINDINGS = 40;
/** About 5,000 tokens. */
const MAX_CHARACTERS = 18_000;
const MAX_INVITATION = 10;
const MIN_SENTENCE_CHARACTERS = 4;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Returns everything the writer may base a sentence on, numbered from `f1`: the invitation, the reader, the history and
 * the findings.
 */
export function numberFindings(subject: ResearchSubject, found: readonly Found[], now: Date): Finding[] {
  const invitation = [subject.title, ...sentencesOf(subject.description)].slice(0, MAX_INVITATION);
  const { reader, history } = subject;
  const told = [
    ['Name of the reader', reader.name],
    ['Job title of the reader', reader.jobTitle],
    ['Company of the reader', subject.hostDomain],
    ['What the reader offers', reader.offering],
    ['What the reader wants from meetings', reader.meetingGoal],
    ['What the reader wants from this meeting', reader.goal],
  ] as const;
  const own = [
    ...invitation.map((text) => ownFinding('invitation', 'The invitation', text)),
    ...told.map(([heading, text]) => ownFinding('reader', heading, text ?? '')),
    ...history.map(({ date, text }) => ownFinding('history', `Earlier meeting, ${date}`, text)),
  ].filter(({ quotes }) => quotes.some(({ text }) => text.trim() !== ''));
  return [...own, ...chooseFindings(found, now)].map((finding, index) => ({ ...finding, id: `f${index + 1}` }));
}

function ownFinding(kind: FindingKind, heading: string, text: string): Omit<Finding, 'id'> {
  return { kind, about: null, quotes: [{ ...NO_CONTEXT, text, url: '', title: '', date: null, heading }] };
}

/**
 * Chooses a fair share of findings per subject, newest first and undated ones last. Findings older than a year are used
 * only if the subject has no others.
 */
function chooseFindings(found: readonly Found[], now: Date): Omit<Finding, 'id'>[] {
  const seen = new Set<string>();
  const isNew = ({ quotes }: { quotes: readonly Quote[] }) => {
    const key = quotes.map(({ text, url }) => `${url} ${text}`).join();
    return !seen.has(key) && seen.add(key);
  };
  const queues = found.map(({ about, findings: all }) => {
    const findings = all.filter(isNew);
    const isOld = ({ quotes }: { quotes: readonly Quote[] }) =>
      quotes.every(({ date }) => (ageInDays(date, now) ?? 0) > FRESH_DAYS);
    const current = findings.filter((finding) => !isOld(finding));
    const sorted = (current.length > 0 ? current : findings).toSorted((a, b) => newest(a, now) - newest(b, now));
    return sorted.map(({ quotes }): Omit<Finding, 'id'> => ({ kind: 'page', about, quotes }));
  });
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  const inTurn = Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? [])).flat();
  const chosen: Omit<Finding, 'id'>[] = [];
  let characters = 0;
  for (const finding of inTurn.slice(0, MAX_FINDINGS)) {
    characters += finding.quotes.reduce((sum, { text }) => sum + text.length, 0);
    if (characters <= MAX_CHARACTERS) chosen.push(finding);
  }
  return found.flatMap(({ about }) => chosen.filter((finding) => finding.about === about));
}

/** Returns the age of the newest quote in days. Undated quotes count as a year old. */
function newest({ quotes }: { quotes: readonly Quote[] }, now: Date): number {
  return Math.min(...quotes.map(({ date }) => ageInDays(date, now) ?? FRESH_DAYS));
}

function sentencesOf(text: string): string[] {
  const lines = text.split('\n').flatMap((line) => [...SENTENCES.segment(line)].map(({ segment }) => segment.trim()));
  return lines.filter((line) => line.length >= MIN_SENTENCE_CHARACTERS);
}
