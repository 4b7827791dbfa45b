import type { GuestBrief, Source } from '#contract/research.ts';
import { Disambiguation } from './disambiguation.tsx';
import { GuestItem, GuestList } from './guest-list.tsx';

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
