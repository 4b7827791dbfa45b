import type { MeetingPlanRow } from '#db/queries/meeting-plan.ts';
import { decideAccess } from '#domain/access.ts';
import { hasGuests } from '#domain/briefable.ts';
import type { MeetingFacts } from '#domain/meeting-plan.ts';

/** Returns the facts that planning needs from a meeting's row. */
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

/** Returns whether the meeting has guests, and whether its briefing was requested manually. */
export function requestFacts({ participants, researchRequests }: MeetingPlanRow) {
  return { hasGuests: hasGuests(participants), isAskedFor: researchRequests > 0 };
}

/** Returns the addresses of all external guests, whatever their response. */
export function externalAddresses({ participants }: Pick<MeetingPlanRow, 'participants'>): string[] {
  return participants.filter(({ isExternal }) => isExternal).map(({ email }) => email);
}
