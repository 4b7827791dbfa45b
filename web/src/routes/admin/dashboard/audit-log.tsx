import { createFileRoute } from '@tanstack/react-router';
import { auditLogQuery } from '#web/api/admin.ts';
import { AuditLogScreen } from '#web/features/admin/audit-log-screen.tsx';

export const Route = createFileRoute('/admin/dashboard/audit-log')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchInfiniteQuery(auditLogQuery);
  },
  component: AuditLogScreen,
});
