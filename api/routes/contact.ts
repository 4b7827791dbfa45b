import { randomUUID } from 'node:crypto';
import { queueEmail } from '#api/commands/queue-email.ts';
import { checkBotToken } from '#api/middleware/bot-check.ts';
import { route } from '#api/route.ts';
import { sendContact } from '#contract/contact.ts';

const THANKS = { message: 'Thank you for your message. We’ll reply within 24 hours.' };

export const contactRoute = route(sendContact, async ({ context, request, body: { website, name, ...inquiry } }) => {
  const { pool, config } = context;
  // Only a bot fills this in. It gets the usual response, and nothing happens, so it doesn't need a token.
  if (website) return THANKS;
  await checkBotToken(context, request, ['contact']);

  await pool.transaction(async (transaction) => {
    await queueEmail(transaction, {
      mailKey: `contact:${randomUUID()}`,
      userId: null,
      kind: 'contact',
      toAddress: inquiry.inquiryType === 'sales' ? config.salesEmail : config.supportEmail,
      data: { ...inquiry, name: name || null },
    });
  });
  return THANKS;
});
