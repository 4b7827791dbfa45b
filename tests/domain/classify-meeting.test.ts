import { describe, expect, test } from 'vitest';
import type { EventAttendee } from '#domain/calendar-event.ts';
import { type ClassificationInput, classifyMeeting } from '#domain/classify-meeting.ts';

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
  return classifyMeeting({
    attendees,
    organizerEmail: 'dana@harborline.test',
    attendeesOmitted: false,
    ownDomains: ['harborline.test'],
    ownAddresses: ['dana@harborline.test'],
    excludedDomains: [],
    ...input,
  });
}

describe('external guests', () => {
  test('from another company make a meeting external [1.3]', () => {
    expect(classified([me, guest('ines@brightwater.test')])).toMatchObject({
      meetingType: 'external',
      externalDomains: ['brightwater.test'],
      externalAttendeeCount: 1,
    });
  });

  test('case 34: together with a colleague make the meeting mixed', () => {
    const { meetingType } = classified([me, guest('sam@harborline.test'), guest('ines@brightwater.test')]);
    expect(meetingType).toBe('mixed');
  });

  test('case 34: do not include colleagues from subdomains or a parent domain', () => {
    expect(classified([me, guest('sam@eu.harborline.test')]).meetingType).toBe('internal');
    const fromBelow = classified([guest('sam@harborline.test')], { ownDomains: ['eu.harborline.test'] });
    expect(fromBelow.meetingType).toBe('internal');
  });

  test('case 34: include other companies under the same public suffix', () => {
    const input = { ownDomains: ['harborline.co.uk'], ownAddresses: ['dana@harborline.co.uk'], organizerEmail: null };
    expect(classified([guest('ines@brightwater.co.uk')], input)).toMatchObject({
      meetingType: 'external',
      externalDomains: ['brightwater.co.uk'],
    });
  });

  test('are absent if the user is alone', () => {
    expect(classified([]).meetingType).toBe('internal');
    expect(classified([me]).meetingType).toBe('internal');
  });

  test('cases 34 and 35: include free-mail users, whose domain is not a company’s', () => {
    const input = { ownDomains: ['gmail.com'], ownAddresses: ['dana@gmail.com'], organizerEmail: 'dana@gmail.com' };
    expect(classified([guest('dana@gmail.com'), guest('ines@gmail.com')], input)).toMatchObject({
      meetingType: 'external',
      externalDomains: [],
      externalAttendeeCount: 1,
    });
  });

  test('case 34: include people at forwarding domains such as alum.mit.edu, which are not a company’s own', () => {
    const alumna = guest('ines@alum.mit.edu');
    expect(classified([me, alumna])).toMatchObject({ meetingType: 'external', externalDomains: [] });
    expect(classified([me, guest('ines@csail.mit.edu')])).toMatchObject({ externalDomains: ['mit.edu'] });
    const atCompany = { ownDomains: ['mit.edu'] };
    expect(classified([me, alumna], atCompany)).toMatchObject({ meetingType: 'external' });
    const asAlumna = { ownDomains: ['alum.mit.edu'] };
    expect(classified([me, guest('ines@mit.edu')], asAlumna)).toMatchObject({ externalDomains: ['mit.edu'] });
  });
});

describe('case 33: the user', () => {
  test('is recognized by every verified address, in upper or lower case', () => {
    const input = { ownAddresses: ['Dana@Harborline.test', 'dana@sidejob.test'] };
    const { participants, meetingType } = classified([guest('DANA@sidejob.test')], input);
    expect(meetingType).toBe('internal');
    expect(participants.every(({ isSelf }) => isSelf)).toBe(true);
  });

  test('is recognized in a second entry that is not marked as the user’s', () => {
    const { meetingType } = classified([guest('dana@alias.example', { isSelf: true }), guest('dana@alias.example')]);
    expect(meetingType).toBe('internal');
  });

  test('is recognized by a tagged address, including free mail', () => {
    const input = { ownAddresses: ['dana@harborline.test', 'dana@gmail.com'] };
    for (const email of ['dana+sales@harborline.test', 'Dana+x+y@gmail.com']) {
      expect(classified([me, guest(email)], input)).toMatchObject({
        meetingType: 'internal',
        externalAttendeeCount: 0,
      });
    }
    expect(classified([me, guest('dan+a@gmail.com')], input)).toMatchObject({ externalAttendeeCount: 1 });
  });

  test('is recognized by every spelling of a Gmail address', () => {
    for (const [own, listed] of [
      ['dana.lee@gmail.com', 'danalee@gmail.com'],
      ['danalee@gmail.com', 'Dana.Lee+x@googlemail.com'],
    ] as const) {
      const { meetingType } = classified([guest(listed)], { ownAddresses: [own], organizerEmail: null });
      expect(meetingType).toBe('internal');
    }
    const other = classified([guest('dana.lee@harborline.test')], {
      ownAddresses: ['danalee@harborline.test'],
      ownDomains: [],
    });
    expect(other.externalAttendeeCount).toBe(2);
  });

  test('is not confused with a look-alike address in another script', () => {
    // The Kelvin sign, which lowercases to an ordinary k.
    const { externalAttendeeCount } = classified([guest('mar\u212A@harborline.example')], {
      ownAddresses: ['mark@harborline.example'],
    });
    expect(externalAttendeeCount).toBe(1);
  });
});

describe('cases 30 and 31: attendees that are not people', () => {
  test.for([
    guest('room-4@brightwater.test', { isResource: true }),
    guest('c_188@resource.calendar.google.com'),
    guest('team@group.calendar.google.com'),
    guest('nl.dutch#holiday@group.v.calendar.google.com'),
    guest('unknownorganizer@calendar.google.com'),
  ])('include $email', (attendee) => {
    expect(classified([me, attendee])).toMatchObject({ meetingType: 'internal', externalAttendeeCount: 0 });
  });

  test('include a shared calendar that organizes the meeting', () => {
    const input = { organizerEmail: 'team@group.calendar.google.com' };
    expect(classified([me, guest('sam@harborline.test')], input).participants).toHaveLength(2);
  });
});

describe('case 32: the organizer', () => {
  test('attends the meeting even if missing from the guest list', () => {
    const { participants, meetingType } = classified([me], { organizerEmail: 'Ines@brightwater.test' });
    expect(meetingType).toBe('external');
    expect(participants).toContainEqual(expect.objectContaining({ email: 'ines@brightwater.test', isOrganizer: true }));
  });

  test('is ignored if it is Google’s placeholder for an unknown organizer', () => {
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

test('case 36: a meeting with hidden guests is never internal', () => {
  expect(classified([me], { attendeesOmitted: true }).meetingType).toBe('external');
  expect(classified([me, guest('sam@harborline.test')], { attendeesOmitted: true }).meetingType).toBe('mixed');
});

describe('case 37: excluded domains', () => {
  test('count as internal, including subdomains', () => {
    const input = { excludedDomains: ['Zoom.us'] };
    const { meetingType, participants } = classified([me, guest('bot@eu.zoom.us')], input);
    expect(meetingType).toBe('internal');
    expect(participants).toContainEqual(expect.objectContaining({ email: 'bot@eu.zoom.us', isExternal: false }));
  });

  test('do not make a meeting mixed', () => {
    const input = { excludedDomains: ['zoom.us'] };
    expect(classified([me, guest('bot@zoom.us'), guest('ines@brightwater.test')], input)).toMatchObject({
      meetingType: 'external',
      externalDomains: ['brightwater.test'],
    });
  });

  test('do not cover parent or similar domains', () => {
    const input = { excludedDomains: ['eu.zoom.us'] };
    expect(classified([me, guest('a@zoom.us')], input).meetingType).toBe('external');
    expect(classified([me, guest('a@notzoom.us')], { excludedDomains: ['zoom.us'] }).meetingType).toBe('external');
  });
});
