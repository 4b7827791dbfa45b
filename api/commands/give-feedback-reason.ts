import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import type { giveFeedbackReason as endpoint, FeedbackReasons } from '#contract/feedback.ts';
import type { BodyOf } from '#contract/http.ts';
import type { GuestBrief } from '#contract/research.ts';
import { hashToken } from '#db/link-token.ts';
import {
  type FeedbackLinkRow,
  findFeedbackLink,
  findFeedbackReason,
  insertBriefingFeedback,
  isWrongPersonSaid,
  updateFeedbackReason,
} from '#db/queries/briefing-feedback.ts';
import { findMailedContent } from '#db/queries/briefings.ts';
import { insertMeetingMessages } from '#db/queries/outbox.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findBriefedResearch } from '#db/queries/research-results.ts';
import { insertWrongFact, staleConcernedResearch } from '#db/queries/wrong-facts.ts';
import type { Connection, Transaction } from '#db/sql.ts';
import { listFacts, type ReportFact } from '#domain/report-statements.ts';
import { deadLink } from './give-feedback.ts';
import { findGuestPages, rejectGuestPages } from './reject-guest-pages.ts';

type Told = { guests: FeedbackReasons['guests']; facts: ReportFact[] };

/**
 * Returns the latest reason given, and the guests and facts that can be reported.
 *
 * @throws 400 unless "No" was clicked
 */
export async function readFeedbackReasons({ pool }: ApiContext, token: string): Promise<FeedbackReasons> {
  const link = await readAnsweredNo(pool, token);
  const { guests, facts } = await readTold(pool, link);
  const reason = await findFeedbackReason(pool, link.briefingId);
  return { reason, guests, facts: facts.map(({ text, about }) => ({ text, about })) };
}

/**
 * Stores why a briefing was not useful. A wrong person is handled as if reported with the email's link; a wrong fact is
 * left out of this reader's later briefings.
 *
 * @returns whether later briefings leave out or mark pages because of it
 * @throws 400 unless "No" was clicked, and for a guest or fact not in the briefing
 */
export async function giveFeedbackReason(context: ApiContext, body: BodyOf<typeof endpoint>): Promise<boolean> {
  const { token, reason, guest, fact } = body;
  const link = await readAnsweredNo(context.pool, token);
  return await context.pool.transaction(async (transaction) => {
    await lockPlanning(transaction, link.userId);
    let pages: readonly string[] = [];
    const told = await readTold(transaction, link);
    if (reason === 'wrong_person' && (guest !== undefined || told.guests.length > 0)) {
      pages = await keepWrongPerson(transaction, link, told, guest);
    }
    if (reason === 'wrong_fact') {
      const wrong = told.facts.find(({ text }) => text === fact);
      if (!wrong) throw badRequest('Please choose a statement from the briefing.');
      await keepWrongFact(transaction, link, wrong);
      pages = wrong.urls;
    }
    await updateFeedbackReason(transaction, { briefingId: link.briefingId, reason });
    return pages.length > 0;
  });
}

/** Stores a reported error. Also repeats existing research for the upcoming meetings it affects. */
async function keepWrongFact(
  transaction: Transaction,
  { userId, meetingId }: FeedbackLinkRow,
  { text, urls }: ReportFact,
): Promise<void> {
  if (!(await insertWrongFact(transaction, { userId, meetingId, statement: text, urls }))) return;
  const meetings = await staleConcernedResearch(transaction, { userId, meetingId });
  await insertMeetingMessages(transaction, userId, meetings);
}

/** @returns the pages that were attributed to the guest */
async function keepWrongPerson(
  transaction: Transaction,
  link: FeedbackLinkRow,
  told: Told,
  guest: string | undefined,
): Promise<string[]> {
  if (!told.guests.some(({ email }) => email === guest) || guest === undefined) {
    throw badRequest('Please choose a guest from the briefing.');
  }
  const wrong = { ...link, action: 'wrong_person' as const, target: guest };
  if (!(await isWrongPersonSaid(transaction, wrong))) {
    await insertBriefingFeedback(transaction, wrong);
    await rejectGuestPages(transaction, wrong);
  }
  return (await findGuestPages(transaction, wrong))?.urls ?? [];
}

async function readAnsweredNo(connection: Connection, token: string): Promise<FeedbackLinkRow> {
  const link = await findFeedbackLink(connection, hashToken(token));
  if (!link || link.action !== 'not_useful' || link.usedAt === null) throw deadLink();
  return link;
}

async function readTold(connection: Connection, { briefingId }: FeedbackLinkRow): Promise<Told> {
  const research = await findBriefedResearch(connection, briefingId);
  if (!research) return { guests: [], facts: [] };
  const { report } = research;
  const told = await findMailedContent(connection, briefingId);
  const isShown = ({ email, role, facts }: GuestBrief) =>
    told ? told.guests.includes(email) : role !== null || facts.length > 0;
  const guests = report.guests.filter(isShown).map(({ email, name }) => ({ email, name }));
  return { guests, facts: told?.facts ?? listFacts(report) };
}
