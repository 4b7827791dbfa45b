import { Router } from 'express';
import { queueTestBriefing } from '#api/commands/queue-test-briefing.ts';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { createRateLimit } from '#api/middleware/rate-limit.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { sendTestBriefing } from '#contract/briefings.ts';

export function testBriefingRoute(context: ApiContext): Router {
  const limit = createRateLimit(context.redis, {
    name: 'test-briefing',
    limit: context.config.limits.mail,
    by: 'user',
  });
  return Router().post(sendTestBriefing.path, requireSubscription(context), limit, async (request, response) => {
    const address = await queueTestBriefing(context, currentUser(request).userId);
    answer(response, sendTestBriefing, { message: `A test briefing is on its way to ${address}.` });
  });
}
