import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { type AnalyticsRange, readRange } from '#web/features/analytics/analytics-range.ts';
import { AnalyticsScreen } from '#web/features/analytics/analytics-screen.tsx';

type Search = { range?: AnalyticsRange };

export const Route = createFileRoute('/app/analytics')({ validateSearch: readSearch, component: Analytics });

function readSearch({ range }: Record<string, unknown>): Search {
  const known = readRange(range);
  return known === '30d' ? {} : { range: known };
}

function Analytics() {
  const { range = '30d' } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <AnalyticsScreen
      range={range}
      onRange={(next) => void navigate({ to: '/app/analytics', search: readSearch({ range: next }), replace: true })}
    />
  );
}
