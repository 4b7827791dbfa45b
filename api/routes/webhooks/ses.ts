import express, { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { receiveMailFeedback } from '#contract/webhooks.ts';
import { insertJournalEntry, JOURNAL } from '#db/queries/journal-entries.ts';
import { suppressAddresses } from '#db/queries/mail-suppressions.ts';

/** SNS messages are at most 256 KB before they are escaped as JSON. */
const BODY_LIMIT = '600kb';

/**
 * Receives bounces and complaints. Runs before the session and the JSON parser, as SNS labels its JSON text/plain. The
 * response follows the commit; SNS repeats messages without one.
 */
export function sesWebhookRoute({ pool, encryption, mailFeedback, logger }: ApiContext): Router {
  const readText = express.text({ type: () => true, limit: BODY_LIMIT });
  return Router().post(receiveMailFeedback.path, readText, async (request, response) => {
    const body: unknown = request.body;
    const feedback = typeof body === 'string' ? await mailFeedback?.read(body) : null;
    if (!feedback) throw badRequest('The signature is not valid.');
    if (feedback.kind === 'confirmation') {
      await feedback.confirm();
      logger.info('now receiving bounces and complaints from the mail service');
    }
    if (feedback.kind === 'stop') {
      const { reason, reportedAt } = feedback;
      await pool.transaction(async (transaction) => {
        for (const stopped of await suppressAddresses(transaction, feedback)) {
          const address = encryption.encrypt(stopped, JOURNAL);
          const entry = { kind: 'mail-stopped' as const, address, reason, reportedAt: reportedAt.toISOString() };
          await insertJournalEntry(transaction, entry);
        }
      });
      logger.info({ reason, addresses: feedback.addresses.length }, 'stopped mail to reported addresses');
    }
    response.status(200).end();
  });
}
