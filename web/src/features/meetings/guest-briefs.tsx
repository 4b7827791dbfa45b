import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { GuestBrief, Source } from '#contract/research.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { postDisambiguation, researchAnswersQuery, researchQuery } from '#web/api/research.ts';
import { useAction } from '#web/features/errors/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { GuestItem, GuestList } from './guest-list.tsx';
import { TitledLink } from './titled-link.tsx';
import { linkHost, webLink } from './web-link.ts';

type Props = { meetingId: string; guests: GuestBrief[]; sources: Source[] };

export function GuestBriefs({ meetingId, guests, sources }: Props) {
  if (guests.length === 0) return null;
  return (
    <GuestList title="Who you meet">
      {guests.map((guest) => (
        <GuestItem key={guest.email} name={guest.name ?? guest.email} guest={guest} sources={sources}>
          {guest.candidates.length > 0 && <Disambiguation meetingId={meetingId} guest={guest} />}
        </GuestItem>
      ))}
    </GuestList>
  );
}

/** Asks which of several people with the same name the guest is. The answer applies to all meetings with them. */
function Disambiguation({ meetingId, guest }: { meetingId: string; guest: GuestBrief }) {
  const answers = useQuery(researchAnswersQuery(meetingId));
  const answer = useAnswer(meetingId);
  const given = answers.data?.find(({ email }) => email === guest.email);
  const name = guest.name ?? guest.email;
  const chosen = answer.isPending ? answer.variables.url : given?.url;
  return (
    <fieldset className="mt-3 rounded-lg border border-line bg-surface p-4 print:hidden">
      <legend className="px-1 font-medium">Which one?</legend>
      <p className="text-sm text-ink2">
        {given === undefined
          ? `We found pages about ${name} but couldn’t tell whether they are about your guest, so we left them out.`
          : 'Thanks. We’ll use this for every meeting with this guest.'}
      </p>
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {guest.candidates.map(({ title, url, excerpt }) => (
          <li key={url} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
            <div className="min-w-0 flex-1 basis-56">
              <p className="wrap-anywhere">
                <TitledLink title={title} url={url} />{' '}
                {webLink(url) && <span className="text-sm text-ink3">{linkHost(url)}</span>}
              </p>
              {excerpt !== '' && <p className="text-sm text-ink2 wrap-anywhere">{excerpt}</p>}
            </div>
            <Button
              size="small"
              variant={chosen === url ? 'primary' : 'secondary'}
              aria-pressed={chosen === url}
              busy={answer.isPending && answer.variables.url === url}
              onClick={() => answer.mutate({ meetingId, email: guest.email, url })}
            >
              This one
              <span className="sr-only">: {title}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button
        size="small"
        className="mt-2"
        variant={chosen === null ? 'primary' : 'secondary'}
        aria-pressed={chosen === null}
        busy={answer.isPending && answer.variables.url === null}
        onClick={() => answer.mutate({ meetingId, email: guest.email, url: null })}
      >
        None of these
      </Button>
    </fieldset>
  );
}

function useAnswer(meetingId: string) {
  const queryClient = useQueryClient();
  return useAction({
    run: postDisambiguation,
    success: ({ researchState }) => (researchState === 'pending' ? 'Thanks. We’re updating the research' : 'Thanks'),
    failure: 'Failed to save your answer',
    onDone: (_, { email, url }) =>
      queryClient.setQueryData(researchAnswersQuery(meetingId).queryKey, (known = []) => [
        ...known.filter((answer) => answer.email !== email),
        { email, url },
      ]),
    stale: [meetingsKey, researchQuery(meetingId).queryKey],
  });
}
