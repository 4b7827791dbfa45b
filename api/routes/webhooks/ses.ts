import { promisify } from 'node:util';
import express, { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { unsigned } from '#api/errors.ts';
import { createWebhookLine } from '#api/webhook-line.ts';
import { receiveMailFeedback } from '#contract/webhooks.ts';
import { insertJournalEntry, JOURNAL } from '#db/queries/journal-entries.ts';
import { suppressAddresses } from '#db/queries/mail-suppressions.ts';

/** SNS messages are at most 256 KB before they are escaped as JSON. */
const MOST_BYTES = 600 * 1024;

/**
 * Receives bounces and complaints. Runs before the session and the JSON parser, as SNS labels its JSON text/plain. The
 * response follows the commit; SNS repeats messages without one. Anyone can post here, and no rate limit applies:
 * messages join a short line before they are received and are checked in turn afterwards (createWebhookLine).
 */
export function sesWebhookRoute({ pool, encryption, mailFeedback, logger }: ApiContext): Router {
  const readText = promisify(express.text({ type: () => true, limit: MOST_BYTES }));
  const enter = createWebhookLine(MOST_BYTES);
  return Router().post(receiveMailFeedback.path, async (request, response) => {
    // Without our topic, no message can be genuine, so bodies aren't read.
    if (!mailFeedback) throw unsigned();
    const call = enter(request, response);
    await readText(request, response);
    const body: unknown = request.body;
    const feedback = await call.prove(async () => (typeof body === 'string' ? await mailFeedback.read(body) : null));
    if (!feedback) throw unsigned();
    if (feedback.kind === 'confirmation') {
      await feedback.confirm();
      logger.info('now receiving bounces and complaints from the mail service');
    }
    if (feedback.kind === 'stop') {
      const { reason, reportedAt, isWithheld } = feedback;
      const stopped = await pool.transaction(async (transaction) => {
        const suppressed = await suppressAddresses(transaction, feedback);
        for (const plain of suppressed) {
          const address = encryption.encrypt(plain, JOURNAL);
          const entry = { kind: 'mail-stopped' as const, address, reason, reportedAt: reportedAt.toISOString() };
          await insertJournalEntry(transaction, entry);
        }
        return suppressed.length;
      });
      // `stopped` is 0 for a repeated report, or one about addresses that we never emailed.
      logger.info({ reason, reported: feedback.addresses.length, stopped }, 'stopped mail to reported addresses');
      // The email was blocked by the vendor's list, not by ours, so only the operator can help.
      if (isWithheld) logger.warn({ reason }, 'the mail service withheld an email: its own list has the address');
    }
    response.status(200).end();
  });
}
