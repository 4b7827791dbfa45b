import express, { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { receiveMailFeedback } from '#contract/webhooks.ts';
import { insertJournalEntry, JOURNAL } from '#db/queries/journal-entries.ts';
import { suppressAddresses } from '#db/queries/mail-suppressions.ts';

/** SNS sends 256 KB at most, and escapes it once more. */
const BODY_LIMIT = '600kb';

/**
 * Stands before the JSON parser, for SNS calls its JSON text/plain, and before the session. The answer follows the commit; what was not acknowledged is
 * sent again.
 */
export function sesWebhookRoute({ pool, encryption, mailFeedback, logger }: ApiContext): Router {
  const readText = express.text({ type: () => true, limit: BODY_LIMIT });
  return Router().post(receiveMailFeedback.path, readText, async (request, response) => {
    const body: unknown = request.body;
    const feedback = typeof body === 'string' ? await mailFeedback?.read(body) : null;
    if (!feedback) throw badRequest('The signature is not valid.');
    if (feedback.kind === 'confirmation') {
      await feedback.confirm();
      logger.info('the mail service reports bounces and complaints from now on');
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
      logger.info({ reason, addresses: feedback.addresses.length }, 'mail is stopped');
    }
    response.status(200).end();
  });
}
