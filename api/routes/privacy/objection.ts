import { requestObjection } from '#api/commands/request-objection.ts';
import { createConstantTime } from '#api/constant-time.ts';
import { badRequest } from '#api/errors.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { checkBotToken } from '#api/middleware/bot-check.ts';
import { route } from '#api/route.ts';
import { requestObjection as endpoint } from '#contract/objections.ts';
import { isObjectionLinkDue } from '#db/queries/objections.ts';
import { addressSubject } from '#domain/objection.ts';

const inConstantTime = createConstantTime();

export const objectionRoute = route(endpoint, async ({ context, request, body: { email } }) => {
  await checkBotToken(context, request, ['objection']);
  // SES cannot send to non-ASCII addresses: https://docs.aws.amazon.com/ses/latest/APIReference/API_SendRawEmail.html
  if (/\P{ASCII}/u.test(email))
    throw badRequest('We can’t email this address. Please contact us, and we’ll add it to the list.');
  await inConstantTime(async () => {
    const isDue = await isObjectionLinkDue(context.pool, context.encryption.hashes(addressSubject(email)));
    if (await takeMailAllowance(context, request, email, { isDue })) await requestObjection(context, email);
  });
  return { message: 'Check your email: we sent you a link to confirm your request.' };
});
