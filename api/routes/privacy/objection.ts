import { requestObjection } from '#api/commands/request-objection.ts';
import { inConstantTime } from '#api/constant-time.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { checkBotToken } from '#api/middleware/bot-check.ts';
import { route } from '#api/route.ts';
import { requestObjection as endpoint } from '#contract/objections.ts';

export const objectionRoute = route(endpoint, async ({ context, request, body: { email } }) => {
  await checkBotToken(context, request, ['objection']);
  await inConstantTime(async () => {
    if (await takeMailAllowance(context, request, email)) await requestObjection(context, email);
  });
  return { message: 'Check your email: we sent you a link to confirm your request.' };
});
