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
const DIRECTORY =
  '/o=ExchangeLabs/ou=Exchange Administrative Group (FYDIBOHF23SPDLT)/cn=Recipients/cn=39d5fcd8c2d54d3f8a3f9b6d1e0c7a42-';

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
    ['jane@x.test.', 'jane@x.test', null],
    ['jane@Bücher.test', 'jane@xn--bcher-kva.test', null],
    ['jane@xn--bcher-kva.test', 'jane@xn--bcher-kva.test', null],
    ['jane_doe_x.test#EXT#@tenant.onmicrosoft.com', 'jane_doe@x.test', null],
  ])('%s is read as %s, named %s', (field, email, name) => {
    expect(readMailbox(field)).toEqual({ email, name });
  });

  test.each([
    `${DIRECTORY}Jane`,
    'IMCEAEX-_O=EXCHANGELABS_CN=JANE@namprd10.prod.outlook.com',
    'IMCEAINVALID-Ooi@namprd11.prod.outlook.com',
    'IMCEAX500-_O=X_CN=JANE@namprd11.prod.outlook.com',
    'Jane Doe',
    'jane@',
    '48215@localhost',
    'jane@10.0.0.1',
    '@x.test',
    '"evil@a.test x"@b.test',
    'jane@x.test\r\nBcc: eve@x.test',
    'jane\0@x.test',
    `${'j'.repeat(400)}@x.test`,
    '<'.repeat(100_000),
    '',
  ])('%s is not a mailbox', (field) => {
    expect(readMailbox(field)).toBeNull();
  });
});

describe('the attendees of an event', () => {
  const gather = (attendees: ListedPerson[], organizer: ListedPerson | null = null, guestsOmitted = false) =>
    gatherPeople({ attendees, organizer, guestsOmitted });

  test('listed twice are merged', () => {
    const { attendees } = gather([
      listed('jane@x.test', { isSelf: true }),
      listed('JANE@x.test', { name: 'Jane Doe', responseStatus: 'declined' }),
    ]);
    expect(attendees).toEqual([
      expect.objectContaining({ email: 'jane@x.test', name: 'Jane Doe', isSelf: true, responseStatus: 'declined' }),
    ]);
  });

  test('listed by directory entry are matched by a unique name, otherwise dropped', () => {
    const entry = listed(`${DIRECTORY}Jane`, { name: 'Jane Doe', responseStatus: 'accepted' });
    const jane = listed('jane@x.test', { name: 'jane  doe' });
    expect(gather([entry, jane]).attendees).toMatchObject([{ email: 'jane@x.test', responseStatus: 'accepted' }]);
    expect(gather([entry, jane, listed('jane@y.test', { name: 'Jane Doe' })]).attendees).toHaveLength(2);
    expect(gather([entry]).attendees).toEqual([]);
  });

  test.each([`${DIRECTORY}Jane`, `${DIRECTORY.slice(0, -1)}jane`, '/o=x/ou=y/cn=Recipients/cn=jane'])(
    'listed as %s are matched to the only colleague whose address starts with the same name, keeping the response',
    (directoryName) => {
      const entry = listed(directoryName, { name: 'Jane Doe (Sales)', responseStatus: 'accepted' });
      const jane = listed('jane@x.test', { name: 'Jane Doe', responseStatus: 'declined' });
      const me = listed('dana@x.test', { isSelf: true });
      const found = { email: 'jane@x.test', responseStatus: 'accepted' };
      const own = { email: 'dana@x.test' };
      expect(gather([me, jane, entry]).attendees).toMatchObject([own, { ...found, name: 'Jane Doe' }]);
      expect(gather([me, entry, jane]).attendees).toMatchObject([own, found]);
      const customer = { email: 'jane@y.test', responseStatus: 'needsAction' };
      expect(gather([me, entry, listed('jane@y.test'), jane]).attendees).toMatchObject([own, found, customer]);
      expect(gather([me, entry, listed('jane@y.test')]).attendees).toMatchObject([own, customer]);
    },
  );

  test('listed by relay address are matched by name, otherwise kept', () => {
    const relay = listed('2_GU4DKOJXGIZTQNJY@imip.me.com', { name: 'Jane Doe', isOrganizer: true });
    const jane = listed('jane@x.test', { name: 'Jane Doe' });
    expect(gather([relay, jane, listed('dana@x.test')], relay)).toMatchObject({
      attendees: [{ email: 'jane@x.test', isOrganizer: true }, { email: 'dana@x.test' }],
      organizerEmail: 'jane@x.test',
    });
    expect(gather([relay, listed('dana@x.test')], relay).attendees).toMatchObject([
      { email: '2_gu4dkojxgiztqnjy@imip.me.com', name: 'Jane Doe' },
      { email: 'dana@x.test' },
    ]);
  });

  test.each([
    ['jane@x.test', null],
    ["'jane@x.test'", null],
    ['"Doe, Jane"', 'Doe, Jane'],
    ["'Jane Doe'", 'Jane Doe'],
    ['Doe, Jane <jane@x.test>', 'Doe, Jane'],
    ['Jane Doe (jane@x.test)', 'Jane Doe'],
    ['Jane @ Acme', 'Jane @ Acme'],
    ["Jane O'Hara", "Jane O'Hara"],
    ['@'.repeat(100_000), '@'.repeat(500)],
  ])('listed as %s get the name %s', (name, expected) => {
    expect(gather([listed('jane@x.test', { name })]).attendees).toMatchObject([{ name: expected }]);
  });

  test('are not created from words around an @', () => {
    expect(gather([listed('', { name: 'Jane @ Acme' })]).attendees).toEqual([]);
  });

  test('case 33: include the user once, even if organizing under another address', () => {
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

  test('case 32: include the organizer only if there are guests, listed or hidden', () => {
    const organizer = listed('ines@y.test', { isOrganizer: true });
    expect(gather([], organizer)).toEqual({ attendees: [], organizerEmail: 'ines@y.test' });
    expect(gather([], organizer, true).attendees).toHaveLength(1);
    expect(gather([listed('dana@x.test')], organizer).attendees).toHaveLength(2);
  });
});
