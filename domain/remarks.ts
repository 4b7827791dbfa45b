import { IntlMessageFormat } from 'intl-messageformat';

/** A report's remarks about itself, in English; ICU message syntax. Emails translate them (workers/words). */
export const REMARKS = {
  nobodyInvited: 'No one is invited, so there was no one to research.',
  guestsObjected:
    '{count, plural, one {Your guest, or their company, asked not to be researched.} other {Your guests, or their companies, asked not to be researched.}}',
  companyObjected: '{company} asked not to be researched, so it and its people are left out.',
  leftWithObjector: 'This part was about someone who asked not to be researched.',
  guestsNotFound:
    '{guests, plural, one {Nothing public was found about the guest.} other {Nothing public was found about the guests.}}',
  nothingFound:
    'Nothing public was found about {guests, plural, one {the guest} other {the guests}} or {companies, plural, one {their company} other {their companies}}.',
  companyNotFound: 'No reliable public information was found about {company}.',
  guestNotFound: 'Nothing could be confirmed about {guest}.',
  whichGuest:
    'Which one is {guest}? We found people with that name but can’t tell which is your guest. Open the meeting to choose.',
  guestsLeftOut: '{count, plural, one {# more guest was not researched.} other {# more guests were not researched.}}',
  searchIncomplete:
    'The web search returned only some of its results this time, so there may be more to find than this briefing shows.',

  nothingReliable: 'Nothing reliable was found.',
  searchUnanswered: 'The web search returned only some of its results.',
  draftDropped:
    '{dropped, plural, one {# of {proposed, number} drafted sentences was left out because it could not be verified.} other {# of {proposed, number} drafted sentences were left out because they could not be verified.}}',
  notCheckedTwice:
    'The draft could not be checked against its sources, so only quotes from the companies’ own sites are shown.',
  notWritten: 'This briefing could not be written this time, so only quotes from the companies’ own sites are shown.',
  companyNotDescribed: 'No description of {company} was found.',
  companyWithoutNews: 'No news about {company} was found.',
  companyUnknown: 'Nothing about {company} was found.',
  guestWithoutRole: '{guest}’s role was not found.',
  guestRoleOnly: 'Only {guest}’s role was found.',
  guestUncertain: 'Nothing certain about {guest} was found.',
  guestProbable: '{guest} is probably the person described, but we’re not certain.',
  noTalkingPoints: 'There are no talking points.',
  fewSources:
    '{count, plural, =0 {No source is cited.} =1 {Only one source is cited.} =2 {Only two sources are cited.} =3 {Only three sources are cited.} one {Only # source is cited.} other {Only # sources are cited.}}',
  oneSite: 'All sources are from one site.',
  someUndated: 'Some sources do not say when they were published.',
  allUndated: 'No source says when it was published.',
  someOld: 'Some sources are more than a year old.',
} as const;

export type RemarkCode = keyof typeof REMARKS;

/** A remark in a report: its text, and the code and values to translate it. */
export type Remark = { text: string; code: RemarkCode; values: Record<string, string | number> };

export function remarkOf(code: RemarkCode, values: Remark['values'] = {}): Remark {
  // No tags: names come from strangers.
  const message = new IntlMessageFormat(REMARKS[code], 'en', {}, { ignoreTag: true });
  return { text: String(message.format(values)), code, values };
}

export function textsOf(remarks: readonly Remark[]): string[] {
  return remarks.map(({ text }) => text);
}
