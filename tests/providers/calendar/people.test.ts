import { describe, expect, test } from 'vitest';
import { gatherPeople, type ListedPerson, readMailbox } from '#providers/calendar/people.ts';

const listed = (address: string, person: Partial<ListedPerson> = {}): ListedPerson => ({
  address,
  name: null,
  responseStatus: 'needsAction',
  isOrganizer: false,
  isSelf: false,
  isResource: false,
  ...person,
});
const DIRECTORY = '/o=ExchangeLabs/ou=Exchange Administrative Group (FYDIBOHF23SPDLT)/cn=Recipients/cn=39d5-';

describe('an address field', () => {
  test.each([
    ['jane@x.test', 'jane@x.test', null],
    ['Jane@X.TEST', 'jane@x.test', null],
    ['Jane Doe <jane@x.test>', 'jane@x.test', 'Jane Doe'],
    ['"Doe, Jane" <jane@x.test>', 'jane@x.test', 'Doe, Jane'],
    ["'jane@x.test'", 'jane@x.test', null],
    ['MAILTO:jane@x.test', 'jane@x.test', null],
    ['jane@x.test (Jane)', 'jane@x.test', 'Jane'],
    ['jane+cal@mail.x.test', 'jane+cal@mail.x.test', null],
  ])('%s is %s', (field, email, name) => {
    expect(readMailbox(field)).toEqual({ email, name });
  });

  test.each([
    `${DIRECTORY}Jane`,
    'IMCEAEX-_O=EXCHANGELABS_CN=JANE@namprd10.prod.outlook.com',
    'Jane Doe',
    'jane@',
    '@x.test',
    '"evil@a.test x"@b.test',
    'jane@x.test\r\nBcc: eve@x.test',
    'jane\0@x.test',
    `${'j'.repeat(400)}@x.test`,
    '<'.repeat(100_000),
    '',
  ])('%s names no mailbox', (field) => {
    expect(readMailbox(field)).toBeNull();
  });
});

describe('the people of an event', () => {
  const gather = (attendees: ListedPerson[], organizer: ListedPerson | null = null, guestsOmitted = false) =>
    gatherPeople({ attendees, organizer, guestsOmitted });

  test('who is listed twice is there once, with what either entry says', () => {
    const { attendees } = gather([
      listed('jane@x.test', { isSelf: true }),
      listed('JANE@x.test', { name: 'Jane Doe', responseStatus: 'declined' }),
    ]);
    expect(attendees).toEqual([
      expect.objectContaining({ email: 'jane@x.test', name: 'Jane Doe', isSelf: true, responseStatus: 'declined' }),
    ]);
  });

  test('a directory entry is whoever has its name, and nobody where two have', () => {
    const entry = listed(`${DIRECTORY}Jane`, { name: 'Jane Doe', responseStatus: 'accepted' });
    const jane = listed('jane@x.test', { name: 'jane  doe' });
    expect(gather([entry, jane]).attendees).toMatchObject([{ email: 'jane@x.test', responseStatus: 'accepted' }]);
    expect(gather([entry, jane, listed('jane@y.test', { name: 'Jane Doe' })]).attendees).toHaveLength(2);
    expect(gather([entry]).attendees).toEqual([]);
  });

  test('case 33: the organizer who is the reader is the reader, under whatever address', () => {
    const organizer = listed('alias@y.test', { isOrganizer: true, isSelf: true });
    const me = listed('dana@x.test', { isSelf: true });
    expect(gather([me], organizer)).toMatchObject({
      attendees: [{ email: 'dana@x.test', isOrganizer: true, isSelf: true }],
      organizerEmail: 'dana@x.test',
    });
    expect(gather([listed('sam@x.test')], organizer).attendees).toMatchObject([
      { email: 'alias@y.test', isSelf: true },
      { email: 'sam@x.test', isSelf: false },
    ]);
  });

  test('case 32: the organizer is added where there are guests, and to nothing else', () => {
    const organizer = listed('ines@y.test', { isOrganizer: true });
    expect(gather([], organizer)).toEqual({ attendees: [], organizerEmail: 'ines@y.test' });
    expect(gather([], organizer, true).attendees).toHaveLength(1);
    expect(gather([listed('dana@x.test')], organizer).attendees).toHaveLength(2);
  });
});
