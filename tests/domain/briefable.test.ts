import { describe, expect, test } from 'vitest';
import { type BriefableFacts, whyNotBriefable } from '#domain/briefable.ts';

const meeting: BriefableFacts = {
  status: 'confirmed',
  meetingType: 'external',
  hasGuests: true,
  isAskedFor: false,
  isAllDay: false,
  visibility: 'default',
  userResponse: 'accepted',
  externalResponses: ['accepted'],
};

const nobody = { meetingType: 'internal', hasGuests: false, externalResponses: [] } as const;

describe('whyNotBriefable', () => {
  test.each<[string, Partial<BriefableFacts>]>([
    ['a meeting with an external guest', {}],
    ['a meeting with colleagues too', { meetingType: 'mixed' }],
    ['an unanswered invitation', { userResponse: 'needsAction' }],
    ['a tentatively accepted invitation', { userResponse: 'tentative' }],
    ['a meeting declined by one guest', { externalResponses: ['declined', 'accepted'] }],
    ['a meeting with hidden guests', { externalResponses: [] }],
    ['a requested meeting without guests', { ...nobody, isAskedFor: true }],
  ])('briefs %s', (_, facts) => {
    expect(whyNotBriefable({ ...meeting, ...facts })).toBeNull();
  });

  test.each<[string, Partial<BriefableFacts>]>([
    ['cancelled', { status: 'cancelled' }],
    ['internal', { meetingType: 'internal' }],
    ['internal', { meetingType: 'internal', isAskedFor: true }],
    ['internal', nobody],
    ['all_day', { isAllDay: true }],
    ['private', { visibility: 'private' }],
    ['declined', { userResponse: 'declined' }],
    ['guests_declined', { externalResponses: ['declined', 'declined'] }],
  ])('skips a meeting with the reason %s', (reason, facts) => {
    expect(whyNotBriefable({ ...meeting, ...facts })).toBe(reason);
  });
});
