import { route } from '#api/route.ts';
import { viewAuditEntry } from '#api/views.ts';
import { listAuditLog } from '#contract/admin.ts';
import { listAuditEntries } from '#db/queries/audit-log.ts';

export const auditLogRoute = route(listAuditLog, async ({ context, query: { limit, cursor: after } }) => {
  // One extra row shows whether there is a next page.
  const rows = await listAuditEntries(context.pool, { limit: limit + 1, after });
  const shown = rows.slice(0, limit);
  return {
    entries: shown.map(viewAuditEntry),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
});
