import type { Attendee, Meeting, ResponseStatus } from '#contract/meetings.ts';
import { Status } from '#web/ui/status.tsx';
import type { Tone } from '#web/ui/tone.ts';

const responses: Record<ResponseStatus, { text: string; tone: Tone }> = {
  accepted: { text: 'Accepted', tone: 'success' },
  declined: { text: 'Declined', tone: 'danger' },
  tentative: { text: 'Maybe', tone: 'warning' },
  needsAction: { text: 'No answer', tone: 'neutral' },
};

/** The guests, external ones first. */
export function MeetingGuests({ meeting }: { meeting: Meeting }) {
  if (meeting.attendees.length === 0) return null;
  const isOutside = ({ email }: Attendee) => meeting.externalDomains.some((domain) => belongsTo(email, domain));
  const outside = meeting.attendees.filter(isOutside);
  const inside = meeting.attendees.filter((attendee) => !isOutside(attendee));
  return (
    <section className="mt-10">
      <h3 className="text-sm font-medium text-ink3">
        Guests <span className="tabular-nums">({meeting.attendees.length})</span>
      </h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {[...outside, ...inside].map((attendee) => (
          <Guest key={attendee.email} attendee={attendee} />
        ))}
      </ul>
    </section>
  );
}

function Guest({ attendee }: { attendee: Attendee }) {
  const { text, tone } = responses[attendee.responseStatus];
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p className="truncate font-medium text-ink">{attendee.name ?? attendee.email}</p>
        {attendee.name !== null && <p className="truncate text-sm text-ink3">{attendee.email}</p>}
      </div>
      <Status tone={tone}>{text}</Status>
    </li>
  );
}

function belongsTo(email: string, domain: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return host === domain || host.endsWith(`.${domain}`);
}
