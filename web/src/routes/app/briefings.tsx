import { createFileRoute } from '@tanstack/react-router';
import { BriefingHistoryScreen } from '#web/features/briefings/briefing-history-screen.tsx';

export const Route = createFileRoute('/app/briefings')({ component: BriefingHistoryScreen });
