import { addToWhitelist } from '#api/commands/add-to-whitelist.ts';
import { conflict } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { viewWhitelistEntry } from '#api/views.ts';
import { addToWhitelist as addEndpoint, listWhitelist } from '#contract/admin-whitelist.ts';
import { listWhitelistEntries } from '#db/queries/whitelist-entries.ts';

export const whitelistRoutes = [
  route(listWhitelist, async ({ context, query: { page, limit } }) => {
    const { total, entries } = await listWhitelistEntries(context.pool, { page, limit });
    return {
      data: entries.map(viewWhitelistEntry),
      pagination: { totalPages: Math.ceil(total / limit), total },
    };
  }),
  route(addEndpoint, async ({ context, request, body: { email, ...terms } }) => {
    const [entry] = await addToWhitelist(context, request, { emails: [email], ...terms });
    if (!entry) throw conflict('This email is already whitelisted.');
    return { message: 'Email added to whitelist', entry: viewWhitelistEntry(entry) };
  }),
];
