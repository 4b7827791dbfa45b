import { Router } from 'express';
import { queueNewsletterConfirmation } from '#api/commands/queue-newsletter-confirmation.ts';
import { inConstantTime } from '#api/constant-time.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { checkBotToken } from '#api/middleware/bot-check.ts';
import { subscribeToNewsletter } from '#contract/newsletter.ts';

export function newsletterRoute(context: ApiContext): Router {
  return Router().post(subscribeToNewsletter.path, async (request, response) => {
    const { email } = readBody(subscribeToNewsletter, request);
    await checkBotToken(context, request, ['newsletter']);
    await inConstantTime(async () => {
      if (await takeMailAllowance(context, request, email)) await queueNewsletterConfirmation(context, email);
    });
    answer(response, subscribeToNewsletter, {
      message: 'Check your email: we sent you a link to confirm the subscription.',
    });
  });
}
