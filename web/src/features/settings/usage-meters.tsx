import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '#web/api/subscriptions.ts';
import { resetText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';

/** The plan's usage in the current period. */
export function UsageMeters() {
  const usage = useQuery(usageQuery);
  const timeZone = useTimeZone();
  const nowMs = useNow();
  if (usage.isError && !usage.data) {
    return (
      <div role="alert" className="flex items-center justify-between gap-4 p-5">
        <p className="text-ink2">We couldn’t load your usage.</p>
        <Button size="small" busy={usage.isFetching} onClick={() => void usage.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <div className="p-5">
      <Loading waiting={usage.isPending} skeleton={<Bone className="h-[86px]" />}>
        {() =>
          usage.data ? (
            <>
              <div className="mb-3 flex items-baseline justify-between gap-4">
                <h3 className="font-medium">Usage this period</h3>
                <p className="text-sm text-ink3">Resets {resetText(usage.data.currentPeriodEnd, timeZone, nowMs)}</p>
              </div>
              <div className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
                <Meter label="Research" used={usage.data.researchUsed} limit={usage.data.researchLimit} />
                <Meter label="Meetings" used={usage.data.meetingsUsed} limit={usage.data.meetingLimit} />
                <Meter label="Emails" used={usage.data.emailsUsed} limit={usage.data.emailLimit} />
              </div>
            </>
          ) : null
        }
      </Loading>
    </div>
  );
}
