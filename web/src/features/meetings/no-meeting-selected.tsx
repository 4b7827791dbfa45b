import { Link } from '@tanstack/react-router';
import type { MeetingRange } from '#web/api/meetings.ts';
import { buttonClass } from '#web/ui/button-class.ts';

type Props = { isMissing: boolean; isWaiting: boolean; range: MeetingRange };

export function NoMeetingSelected({ isMissing, isWaiting, range }: Props) {
  if (isWaiting) return null;
  return (
    <div className="grid min-h-[50dvh] place-items-center px-6 lg:h-full">
      <div className="max-w-[36ch] text-center">
        <p className="font-serif text-lg text-ink2">
          {isMissing
            ? 'We couldn’t load this meeting. It may no longer be in your calendar.'
            : 'Select a meeting to view details'}
        </p>
        {isMissing && (
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            <Link to="/app/meetings" search={{ range }} className={buttonClass('secondary')}>
              Back to meetings
            </Link>
          </div>
        )}
      </div>
    </div>
  );
}
