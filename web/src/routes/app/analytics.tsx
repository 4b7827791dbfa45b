import { createFileRoute } from '@tanstack/react-router';
import { AnalyticsScreen } from '#web/features/analytics/analytics-screen.tsx';

export const Route = createFileRoute('/app/analytics')({ component: AnalyticsScreen });
