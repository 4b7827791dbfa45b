import { createFileRoute } from '@tanstack/react-router';
import { OverviewScreen } from '#web/features/admin/overview-screen.tsx';

export const Route = createFileRoute('/admin/dashboard/')({ component: OverviewScreen });
