import type { MeetingPlanRow } from '#db/queries/meeting-plan.ts';
import { decideAccess } from '#domain/access.ts';
import { hasGuests } from '#domain/briefable.ts';
import type { MeetingFacts } from '#domain/meeting-plan.ts';

/** What a meeting is planned by, from the row that holds it. */
export function meetingFacts(row: MeetingPlanRow, now: Date): MeetingFacts {
  const external = row.participants.filter(({ isExternal }) => isExternal);
  return {
    ...row,
    ...requestFacts(row),
    externalGuests: externalAddresses(row),
    externalResponses: external.map(({ responseStatus }) => responseStatus),
    isAccountOpen: !row.isDisabled,
    hasAccess: decideAccess(row, now).allowed,
  };
}

/** What a request by hand is judged by. */
export function requestFacts({ participants, researchRequests }: MeetingPlanRow) {
  return { hasGuests: hasGuests(participants), isAskedFor: researchRequests > 0 };
}

/** Of the people from outside, whatever they answered. */
export function externalAddresses({ participants }: Pick<MeetingPlanRow, 'participants'>): string[] {
  return participants.filter(({ isExternal }) => isExternal).map(({ email }) => email);
}
