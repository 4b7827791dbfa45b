import { Router } from 'express';
import { addToWhitelist } from '#api/commands/add-to-whitelist.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { requireAdmin } from '#api/middleware/require-admin.ts';
import { bulkAddToWhitelist } from '#contract/admin-whitelist.ts';
import { email as emailSchema } from '#contract/http.ts';

export function whitelistBulkRoute(context: ApiContext): Router {
  return Router().post(bulkAddToWhitelist.path, requireAdmin(context), async (request, response) => {
    const { emails: given, ...terms } = readBody(bulkAddToWhitelist, request);
    const parsed = given.map((text) => ({ text, result: emailSchema.safeParse(text) }));
    const valid = parsed.flatMap(({ result }) => (result.success ? [result.data] : []));
    const failed = parsed
      .filter(({ result }) => !result.success)
      .map(({ text }) => ({ email: text, error: 'Please enter a valid email address' }));
    const added = await addToWhitelist(context, request, { emails: [...new Set(valid)], ...terms });
    const summary = {
      addedCount: added.length,
      skippedCount: valid.length - added.length,
      failedCount: failed.length,
    };
    answer(response, bulkAddToWhitelist, { summary, failed });
  });
}
