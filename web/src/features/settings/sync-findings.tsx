import type { SyncFindings as Findings } from '#contract/calendar.ts';
import { counted } from '#web/ui/counted.ts';
import { ChevronDownIcon } from '#web/ui/icons.tsx';

/** An account's upcoming meetings: how many get a briefing, and why the others do not. */
export function SyncFindings({ findings }: { findings: Findings }) {
  return (
    <>
      <ComingMeetings findings={findings} />
      {findings.unreadableEvents > 0 && (
        <p className="border-t border-line px-5 py-3 text-sm text-ink2">
          {counted(findings.unreadableEvents, 'event')} could not be synced. Other events are not affected.
        </p>
      )}
    </>
  );
}

function ComingMeetings({ findings }: { findings: Findings }) {
  const { comingMeetings, newMeetings, briefedMeetings, skipped } = findings;
  if (comingMeetings === 0) {
    return <p className="border-t border-line px-5 py-3 text-sm text-ink2">No meetings in the next 30 days yet.</p>;
  }
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 px-5 py-3 text-sm [&::-webkit-details-marker]:hidden">
        <span className="tabular-nums">
          <span className="font-medium">{counted(comingMeetings, 'upcoming meeting')}</span>
          {newMeetings > 0 && <span className="text-ink2"> · {newMeetings} new in the last 24 hours</span>}
          <span className="text-ink2">
            {' · '}
            {briefedMeetings} {briefedMeetings === 1 ? 'gets' : 'get'} a briefing, {comingMeetings - briefedMeetings}{' '}
            {comingMeetings - briefedMeetings === 1 ? 'doesn’t' : 'don’t'}
          </span>
        </span>
        <ChevronDownIcon className="shrink-0 text-ink3 transition-transform duration-180 group-open:rotate-180" />
      </summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 px-5 pb-4 text-sm text-ink2">
        <Line count={briefedMeetings} text="Briefing scheduled or sent" />
        {skipped.map(({ reason, meetings }) => (
          <Line key={reason} count={meetings} text={reason} />
        ))}
      </dl>
    </details>
  );
}

function Line({ count, text }: { count: number; text: string }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="col-start-2 row-start-1">{text}</dt>
      <dd className="col-start-1 row-start-1 text-right text-ink tabular-nums">{count}</dd>
    </div>
  );
}
