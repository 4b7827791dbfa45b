import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { checkBotToken } from '#api/middleware/bot-check.ts';
import { sendContact } from '#contract/contact.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

const THANKS = { message: 'Thank you for your message. We reply within 24 hours.' };

export function contactRoute(context: ApiContext): Router {
  const { pool, config } = context;
  return Router().post(sendContact.path, async (request, response) => {
    const { website, name, ...inquiry } = readBody(sendContact, request);
    // Only a bot fills this in. It gets the usual response, and nothing happens, so it needs no token.
    if (website) return answer(response, sendContact, THANKS);
    await checkBotToken(context, request, ['contact']);

    await pool.transaction(async (transaction) => {
      const emailId = await insertEmail(transaction, {
        mailKey: `contact:${randomUUID()}`,
        userId: null,
        kind: 'contact',
        toAddress: inquiry.inquiryType === 'sales' ? config.salesEmail : config.supportEmail,
        data: { ...inquiry, name: name || null },
      });
      if (emailId) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
    });
    answer(response, sendContact, THANKS);
  });
}
