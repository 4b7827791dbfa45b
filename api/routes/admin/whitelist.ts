import { Router } from 'express';
import { addToWhitelist } from '#api/commands/add-to-whitelist.ts';
import type { ApiContext } from '#api/context.ts';
import { conflict } from '#api/errors.ts';
import { answer, answerPage, readBody, readQuery } from '#api/http.ts';
import { requireAdmin } from '#api/middleware/require-admin.ts';
import { viewWhitelistEntry } from '#api/views.ts';
import { addToWhitelist as addEndpoint, listWhitelist } from '#contract/admin-whitelist.ts';
import { listWhitelistEntries } from '#db/queries/whitelist-entries.ts';

export function whitelistRoute(context: ApiContext): Router {
  return Router()
    .get(listWhitelist.path, requireAdmin(context), async (request, response) => {
      const { page, limit } = readQuery(listWhitelist, request);
      const { total, entries } = await listWhitelistEntries(context.pool, { page, limit });
      answerPage(response, listWhitelist, entries.map(viewWhitelistEntry), {
        totalPages: Math.ceil(total / limit),
        total,
      });
    })
    .post(addEndpoint.path, requireAdmin(context), async (request, response) => {
      const { email, ...terms } = readBody(addEndpoint, request);
      const [entry] = await addToWhitelist(context, request, { emails: [email], ...terms });
      if (!entry) throw conflict('This email is already whitelisted.');
      answer(response, addEndpoint, { message: 'Email added to whitelist', entry: viewWhitelistEntry(entry) });
    });
}
