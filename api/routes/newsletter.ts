import { queueNewsletterConfirmation } from '#api/commands/queue-newsletter-confirmation.ts';
import { createConstantTime } from '#api/constant-time.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { checkBotToken } from '#api/middleware/bot-check.ts';
import { route } from '#api/route.ts';
import { subscribeToNewsletter } from '#contract/newsletter.ts';
import { isConfirmationDue } from '#db/queries/newsletter-subscriptions.ts';

const inConstantTime = createConstantTime();

export const newsletterRoute = route(subscribeToNewsletter, async ({ context, request, body: { email } }) => {
  await checkBotToken(context, request, ['newsletter']);
  await inConstantTime(async () => {
    const isDue = await isConfirmationDue(context.pool, email);
    if (await takeMailAllowance(context, request, email, { isDue })) await queueNewsletterConfirmation(context, email);
  });
  return { message: 'Check your email: we sent you a link to confirm the subscription.' };
});
