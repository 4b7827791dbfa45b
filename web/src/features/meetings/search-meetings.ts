import type { Meeting } from '#contract/meetings.ts';
import { searchable } from '#web/ui/searchable.ts';

type Searched = Pick<Meeting, 'title' | 'attendees' | 'externalDomains'>;

/** Filters meetings by title, guest (address or name) or external domain, ignoring case and accents. */
export function searchMeetings<M extends Searched>(meetings: M[], words: string): M[] {
  const wanted = searchable(words.trim());
  if (wanted === '') return meetings;
  return meetings.filter((meeting) => searchedTexts(meeting).some((text) => searchable(text).includes(wanted)));
}

function searchedTexts({ title, attendees, externalDomains }: Searched): string[] {
  return [title, ...attendees.flatMap(({ email, name }) => [email, name ?? '']), ...externalDomains];
}
