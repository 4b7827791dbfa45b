import { addToWhitelist } from '#api/commands/add-to-whitelist.ts';
import { route } from '#api/route.ts';
import { bulkAddToWhitelist } from '#contract/admin-whitelist.ts';
import { email as emailSchema } from '#contract/http.ts';

export const whitelistBulkRoute = route(bulkAddToWhitelist, async ({ context, request, body }) => {
  const { emails: given, ...terms } = body;
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
  return { summary, failed };
});
