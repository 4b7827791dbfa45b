import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer, readQuery } from '#api/http.ts';
import { requireAdmin } from '#api/middleware/require-admin.ts';
import { viewAuditEntry } from '#api/views.ts';
import { listAuditLog as endpoint } from '#contract/admin.ts';
import { listAuditEntries } from '#db/queries/audit-log.ts';

export function auditLogRoute(context: ApiContext): Router {
  return Router().get(endpoint.path, requireAdmin(context), async (request, response) => {
    const { limit, cursor: after } = readQuery(endpoint, request);
    // One extra row shows whether there is a next page.
    const rows = await listAuditEntries(context.pool, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    answer(response, endpoint, {
      entries: shown.map(viewAuditEntry),
      nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    });
  });
}
