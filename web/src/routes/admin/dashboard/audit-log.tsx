import { createFileRoute } from '@tanstack/react-router';
import { AuditLogScreen } from '#web/features/admin/audit-log-screen.tsx';

export const Route = createFileRoute('/admin/dashboard/audit-log')({
  component: AuditLogScreen,
});
