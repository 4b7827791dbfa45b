import * as z from 'zod';
import { type ResearchReport, researchReport } from '#contract/research.ts';
import { deleteObjectedDossiers } from '#db/queries/dossiers.ts';
import type { EmailRow } from '#db/queries/emails.ts';
import {
  deleteAnswersAbout,
  deleteSuggestionsAbout,
  deleteWrongFactsAbout,
  eraseMailsAbout,
  isKnownTo,
  listReportsAbout,
  listUserIds,
  lockWaitingMailsAbout,
  type Objected,
  reopenObjectedResearch,
  replaceMailData,
  replaceReport,
} from '#db/queries/objected-research.ts';
import { findObjection } from '#db/queries/objections.ts';
import { insertMeetingMessages } from '#db/queries/outbox.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { objectionsTo } from '#db/redacted-research/objections-to.ts';
import { EMPTIED_REPORT, withoutObjected } from '#db/redacted-research/without-objected.ts';
import type { Transaction } from '#db/sql.ts';
import { addressSubject, domainSubject } from '#domain/objection.ts';
import { mailWithoutObjected } from '#workers/briefings/mail-without-objected.ts';
import type { WorkerContext } from '#workers/context.ts';
import { eachUser } from './each-user.ts';
import { guard } from './failure.ts';

const BATCH = 100;
/** The activity's timeout is ten minutes. */
const BUDGET_MS = 400_000;

/** `next`: where the next batch of users starts; null after the last. */
export type AppliedObjection = { meetings: number; next: string | null };
export type ObjectionActivities = ReturnType<typeof createObjectionActivities>;

/** Applies objections. On the queue `core`; safe to repeat. */
export function createObjectionActivities({
  pool,
  encryption,
  logger,
}: Pick<WorkerContext, 'pool' | 'encryption' | 'logger'>) {
  return {
    /**
     * Erases what is known about a guest, or a company and its people, from dossiers, reports and emails, and repeats
     * the research for upcoming meetings whose report changed. Does nothing if the objection has since been withdrawn.
     */
    async applyObjection({
      objectionId,
      after,
    }: {
      objectionId: string;
      after: string | null;
    }): Promise<AppliedObjection> {
      return await guard(logger, async () => {
        const objection = await findObjection(pool, objectionId);
        if (!objection) return { meetings: 0, next: null };
        const { kind, listed: envelope } = objection;
        const objected = { kind, listed: encryption.decrypt(envelope, `objection:${objectionId}`) };
        const { hashes } = encryption;
        const subject = kind === 'domain' ? domainSubject(objected.listed) : addressSubject(objected.listed);
        await deleteObjectedDossiers(pool, {
          subjects: hashes(subject),
          domain: kind === 'domain' ? objected.listed : null,
        });
        await deleteSuggestionsAbout(pool, objected);
        const list = async (page: { after: string | null; limit: number }) => await listUserIds(pool, page);
        let meetings = 0;
        const applyTo = async (userId: string) => {
          if (!(await isKnownTo(pool, userId, objected))) return;
          meetings += await pool.transaction((transaction) => applyFor(transaction, userId, objected));
          // Queued emails before sent ones, so that an email sent between the two steps is not missed. In a transaction
          // that locks no meetings, since senders lock an email before its meetings. Emails queued later omit the
          // guest anyway.
          await pool.transaction((transaction) => eraseFromWaitingMails(transaction, userId, objected));
          await eraseMailsAbout(pool, userId, objected);
        };
        // After a failure, continues with the next batches, which would otherwise wait until a retry succeeds.
        const endsAt = Date.now() + BUDGET_MS;
        const failures: unknown[] = [];
        let next = after;
        do {
          const done = await eachUser({ after: next, batch: BATCH, atOnce: 1, list, logger }, applyTo);
          failures.push(...done.failures.map(({ error }) => error));
          next = done.next;
        } while (failures.length > 0 && next !== null && Date.now() < endsAt);
        if (failures.length > 0) throw failures[0];
        return { meetings, next };
      });
    },
  };

  /**
   * Applies the objection to a user's reports and answers.
   *
   * @returns how many upcoming meetings will be researched again
   */
  async function applyFor(transaction: Transaction, userId: string, objected: Objected): Promise<number> {
    await lockPlanning(transaction, userId);
    await deleteAnswersAbout(transaction, userId, objected);
    await deleteWrongFactsAbout(transaction, userId, objected);
    const changed = new Set<string>();
    for (const { id, meetingId, report, isNewest } of await listReportsAbout(transaction, userId, objected)) {
      const left = await readWithoutObjector(transaction, id, report);
      if (left === null) continue;
      await replaceReport(transaction, { id, report: left });
      if (isNewest) changed.add(meetingId);
    }
    const reopened = await reopenObjectedResearch(transaction, [...changed]);
    await insertMeetingMessages(transaction, userId, reopened);
    return reopened.length;
  }

  /** Returns a report without anyone who objected; null if that changes nothing. */
  async function readWithoutObjector(
    transaction: Transaction,
    researchId: string,
    stored: unknown,
  ): Promise<ResearchReport | null> {
    const { data: report, error } = researchReport.safeParse(stored);
    if (!report) {
      // The guest cannot be removed from a report that cannot be parsed.
      logger.error({ err: error, researchId }, 'emptied an unreadable report that mentions a guest who objected');
      return EMPTIED_REPORT;
    }
    const left = withoutObjected(report, await objectionsTo(transaction, encryption, [report]));
    return left === report ? null : left;
  }

  /** Rewrites the stored data of emails not yet sent. Sending omits the guest anyway, but the data would remain. */
  async function eraseFromWaitingMails(transaction: Transaction, userId: string, objected: Objected): Promise<void> {
    for (const mail of await lockWaitingMailsAbout(transaction, userId, objected)) {
      const data = await readWithoutObjected(transaction, mail);
      if (data !== mail.data) await replaceMailData(transaction, { id: mail.id, data: z.json().parse(data) });
    }
  }

  async function readWithoutObjected(
    transaction: Transaction,
    mail: Pick<EmailRow, 'id' | 'kind' | 'data'>,
  ): Promise<unknown> {
    try {
      return await mailWithoutObjected(transaction, encryption, mail);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      // An unreadable email can't be sent, and must not keep the objection from being applied to others.
      logger.error({ err: error, emailId: mail.id }, 'emptied an unreadable email that mentions a guest who objected');
      return {};
    }
  }
}
