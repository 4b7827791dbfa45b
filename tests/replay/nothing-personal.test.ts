import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { historiesFolder } from '#tests/support/histories.ts';

/** The people, companies and domains in the tests. */
const world = JSON.stringify(
  readdirSync(join(repositoryRoot, 'packages/sandbox/world/companies')).map((name) =>
    JSON.parse(readFileSync(join(repositoryRoot, 'packages/sandbox/world/companies', name), 'utf8')),
  ),
);
const names = new Set([...world.matchAll(/"(?:name|domain)":"([^"]+)"/g)].map(([, name = '']) => name.toLowerCase()));

/** Matches email addresses, URLs, tokens, keys and machine paths. */
const PERSONAL =
  /[\w.+-]+@[\w-]+\.\w+|https?:|\bya29\.|\b1\/\/|\bsk[-_]|whsec_|\beyJ|\bAKIA|-----BEGIN|\/home\/|\/root\//i;
/** Matches ids, enum values, instants, durations and our own names. */
const TOKEN = /^[\w:./+=@-]*$/;
/** Matches the SDK's default build ID: its version and a hash of the workflow code. */
const BUILD_ID = /^@temporalio\/worker@[\d.]+(?:\+[0-9a-f]{64})?$/;

const sources = ['workflows', 'workers', 'providers', 'api']
  .flatMap((room) =>
    readdirSync(join(repositoryRoot, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
  )
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(repositoryRoot, name), 'utf8'))
  .join('\n')
  .replaceAll(/\$\{[^}]*\}/g, '#');

/** Summaries, details and failures of earlier releases, which remain in recorded histories. */
const EARLIER_TEXTS = new Set([
  'Channels that grew old, after 0 accounts',
  'Compare, after 0 users',
  'Delete what has run out',
  'Ends within ten minutes, whatever comes of it. The row of this id in `offering_suggestions` says what did.',
  'Erase, and research anew',
  'Erases what is known of a guest or a company, and has the coming meetings with them researched again. Until it ends, reports may still tell of them; mails do not.',
  'Follow the subscription of a user',
  'Forget the address',
  'Hand the mail to the mail service',
  'Put an objection to being researched into effect',
  'Read the site',
  'Read the site of a user’s own company',
  'Research is tried again.',
  'Runs from the first report of the payment provider until the subscription has ended. Every report makes it read the provider and copy what it finds; send the update `refreshNow` to do so by hand.',
  'Sends one message once. The message is the row of this id in the table `channel_messages`.',
  'Tell the user',
  'Tells another tool of one event, once. The event is the row of this id in the table `webhook_deliveries`.',
  'The account was closed when its user asked for it. Ends its workflows, revokes its grants, deletes its rows and tells its user. To end it by hand leaves data behind.',
  'The address did not take the webhook.',
  'The user has to connect the calendar again.',
  'The vendor did not answer properly.',
]);

/** Lists possible personal data: strings that are not ids, enum values or sentences of our code, past or present. */
function findPersonal(history: unknown): string[] {
  return listTexts(history).filter((text) => {
    if (BUILD_ID.test(text) || EARLIER_TEXTS.has(text)) return false;
    const lower = text.toLowerCase();
    if (PERSONAL.test(text) || [...names].some((name) => lower.includes(name))) return true;
    return !TOKEN.test(text) && !sources.includes(text.replaceAll(/\b(?:google|microsoft|\d+)\b/g, '#'));
  });
}

/** Lists every string of a history, with payloads decoded down to their leaves. */
function listTexts(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return key === 'data' ? listPayload(value) : [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => listTexts(item));
  return Object.entries(value).flatMap(([name, part]) => [name, ...listTexts(part, name)]);
}

function listPayload(base64: string): string[] {
  const text = Buffer.from(base64, 'base64').toString();
  try {
    return listTexts(JSON.parse(text));
  } catch {
    return [text]; // a payload of plain bytes
  }
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(historiesFolder, name), 'utf8'));

describe('recorded histories hold no personal data or secrets', () => {
  test.for(readdirSync(historiesFolder).filter((name) => name.endsWith('.json')))('%s', (name) => {
    expect(findPersonal(read(name))).toEqual([]);
  });

  const payload = (value: unknown) => ({ data: Buffer.from(JSON.stringify(value)).toString('base64') });
  test.each([
    ['an address in an input', { input: { payloads: [payload({ to: 'dana@harborline.test' })] } }],
    ['a title in a summary', { userMetadata: { summary: payload('Lumenfield: intro call') } }],
    ["a vendor's message in a failure", { failure: { message: 'User Dana Whitfield has no calendar' } }],
    ['a domain in a search attribute', { searchAttributes: { indexedFields: { Domain: payload('lumenfield.test') } } }],
    ['a token in a memo', { memo: { fields: { Grant: payload('ya29.a0AfH6SMB') } } }],
    ['a key in a detail', { details: { cause: payload({ key: 'sk-ant-api03-x' }) } }],
    ['an address as a name', { headers: { 'dana@harborline.test': payload(null) } }],
  ])('the check finds %s', (_, part) => {
    expect(findPersonal({ events: [part] })).toHaveLength(1);
  });
});
