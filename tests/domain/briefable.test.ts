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
    ['a meeting with a guest from outside', {}],
    ['one with colleagues too', { meetingType: 'mixed' }],
    ['one the user has not answered', { userResponse: 'needsAction' }],
    ['one the user may attend', { userResponse: 'tentative' }],
    ['one where a single guest declined', { externalResponses: ['declined', 'accepted'] }],
    ['one whose guests are hidden', { externalResponses: [] }],
    ['one without guests that was asked for by hand', { ...nobody, isAskedFor: true }],
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
