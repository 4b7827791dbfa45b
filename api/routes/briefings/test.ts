import { queueTestBriefing } from '#api/commands/queue-test-briefing.ts';
import { limitMailsByUser } from '#api/middleware/rate-limit.ts';
import { route } from '#api/route.ts';
import { sendTestBriefing } from '#contract/briefings.ts';

export const testBriefingRoute = route(
  sendTestBriefing,
  async ({ context, caller: { userId } }) => {
    const address = await queueTestBriefing(context, userId);
    return { message: `A test briefing is on its way to ${address}.` };
  },
  (context) => [limitMailsByUser(context, 'test-briefing')],
);
