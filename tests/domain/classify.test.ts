import { describe, expect, test } from 'vitest';
import type { EventAttendee } from '#domain/calendar-event.ts';
import { type ClassificationInput, classify } from '#domain/classify.ts';

function guest(email: string, attendee: Partial<EventAttendee> = {}): EventAttendee {
  return {
    email,
    name: null,
    responseStatus: 'needsAction',
    isOrganizer: false,
    isSelf: false,
    isResource: false,
    ...attendee,
  };
}

const me = guest('dana@harborline.test', { isSelf: true, isOrganizer: true });

function classified(attendees: EventAttendee[], input: Partial<ClassificationInput> = {}) {
  return classify({
    attendees,
    organizerEmail: 'dana@harborline.test',
    attendeesOmitted: false,
    ownDomains: ['harborline.test'],
    ownAddresses: ['dana@harborline.test'],
    excludedDomains: [],
    ...input,
  });
}

describe('who is from outside', () => {
  test('a guest of another company makes a meeting external [1.3]', () => {
    expect(classified([me, guest('ines@brightwater.test')])).toMatchObject({
      meetingType: 'external',
      externalDomains: ['brightwater.test'],
      externalAttendeeCount: 1,
    });
  });

  test('case 34: a colleague beside the guest makes it mixed', () => {
    const { meetingType } = classified([me, guest('sam@harborline.test'), guest('ines@brightwater.test')]);
    expect(meetingType).toBe('mixed');
  });

  test('case 34: colleagues of subdomains are colleagues', () => {
    expect(classified([me, guest('sam@eu.harborline.test')]).meetingType).toBe('internal');
    const fromBelow = classified([guest('sam@harborline.test')], { ownDomains: ['eu.harborline.test'] });
    expect(fromBelow.meetingType).toBe('internal');
  });

  test('case 34: companies below one public suffix are strangers', () => {
    const input = { ownDomains: ['harborline.co.uk'], ownAddresses: ['dana@harborline.co.uk'], organizerEmail: null };
    expect(classified([guest('ines@brightwater.co.uk')], input)).toMatchObject({
      meetingType: 'external',
      externalDomains: ['brightwater.co.uk'],
    });
  });

  test('nobody but the user is internal', () => {
    expect(classified([]).meetingType).toBe('internal');
    expect(classified([me]).meetingType).toBe('internal');
  });

  test('cases 34 and 35: two people of a free-mail domain are not colleagues, and the domain is no company', () => {
    const input = { ownDomains: ['gmail.com'], ownAddresses: ['dana@gmail.com'], organizerEmail: 'dana@gmail.com' };
    expect(classified([guest('dana@gmail.com'), guest('ines@gmail.com')], input)).toMatchObject({
      meetingType: 'external',
      externalDomains: [],
      externalAttendeeCount: 1,
    });
  });
});

describe('case 33: who the user is', () => {
  test('every verified address counts, however it is written', () => {
    const input = { ownAddresses: ['Dana@Harborline.test', 'dana@sidejob.test'] };
    const { participants, meetingType } = classified([guest('DANA@sidejob.test')], input);
    expect(meetingType).toBe('internal');
    expect(participants.every(({ isSelf }) => isSelf)).toBe(true);
  });

  test('an entry that is listed twice stays the user', () => {
    const { meetingType } = classified([guest('dana@alias.example', { isSelf: true }), guest('dana@alias.example')]);
    expect(meetingType).toBe('internal');
  });

  test('an own address with a tag is the user too, at a free-mail service as well', () => {
    const input = { ownAddresses: ['dana@harborline.test', 'dana@gmail.com'] };
    for (const email of ['dana+sales@harborline.test', 'Dana+x+y@gmail.com']) {
      expect(classified([me, guest(email)], input)).toMatchObject({
        meetingType: 'internal',
        externalAttendeeCount: 0,
      });
    }
    expect(classified([me, guest('dan+a@gmail.com')], input)).toMatchObject({ externalAttendeeCount: 1 });
  });

  test('a look-alike in another script is somebody else', () => {
    // The Kelvin sign, whose lower case is an ordinary k.
    const { externalAttendeeCount } = classified([guest('mar\u212A@harborline.example')], {
      ownAddresses: ['mark@harborline.example'],
    });
    expect(externalAttendeeCount).toBe(1);
  });
});

describe('cases 30 and 31: who is no person', () => {
  test.for([
    guest('room-4@brightwater.test', { isResource: true }),
    guest('c_188@resource.calendar.google.com'),
    guest('team@group.calendar.google.com'),
    guest('nl.dutch#holiday@group.v.calendar.google.com'),
    guest('unknownorganizer@calendar.google.com'),
  ])('$email', (attendee) => {
    expect(classified([me, attendee])).toMatchObject({ meetingType: 'internal', externalAttendeeCount: 0 });
  });

  test('a shared calendar that organizes a meeting is no guest', () => {
    const input = { organizerEmail: 'team@group.calendar.google.com' };
    expect(classified([me, guest('sam@harborline.test')], input).participants).toHaveLength(2);
  });
});

describe('case 32: the organizer', () => {
  test('is in the meeting even where the list leaves them out', () => {
    const { participants, meetingType } = classified([me], { organizerEmail: 'Ines@brightwater.test' });
    expect(meetingType).toBe('external');
    expect(participants).toContainEqual(expect.objectContaining({ email: 'ines@brightwater.test', isOrganizer: true }));
  });

  test('that Google made up for an event of a mail is nobody', () => {
    const { participants } = classified([me], { organizerEmail: 'unknownorganizer@calendar.google.com' });
    expect(participants).toHaveLength(1);
  });

  test('is not counted twice', () => {
    const { externalAttendeeCount } = classified([me, guest('ines@brightwater.test')], {
      organizerEmail: 'INES@brightwater.test',
    });
    expect(externalAttendeeCount).toBe(1);
  });
});

test('case 36: a meeting whose guests are hidden is never called internal', () => {
  expect(classified([me], { attendeesOmitted: true }).meetingType).toBe('external');
  expect(classified([me, guest('sam@harborline.test')], { attendeesOmitted: true }).meetingType).toBe('mixed');
});

describe('case 37: excluded domains', () => {
  test('do not make a meeting external, subdomains included', () => {
    const input = { excludedDomains: ['Zoom.us'] };
    const { meetingType, participants } = classified([me, guest('bot@eu.zoom.us')], input);
    expect(meetingType).toBe('internal');
    expect(participants).toContainEqual(expect.objectContaining({ email: 'bot@eu.zoom.us', isExternal: false }));
  });

  test('do not make it mixed either', () => {
    const input = { excludedDomains: ['zoom.us'] };
    expect(classified([me, guest('bot@zoom.us'), guest('ines@brightwater.test')], input)).toMatchObject({
      meetingType: 'external',
      externalDomains: ['brightwater.test'],
    });
  });

  test('say nothing of the domains above and beside them', () => {
    const input = { excludedDomains: ['eu.zoom.us'] };
    expect(classified([me, guest('a@zoom.us')], input).meetingType).toBe('external');
    expect(classified([me, guest('a@notzoom.us')], { excludedDomains: ['zoom.us'] }).meetingType).toBe('external');
  });
});
