import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { historiesFolder } from '#tests/support/histories.ts';

/** The people, companies and domains of the tests. */
const world = JSON.stringify(
  readdirSync(join(repositoryRoot, 'packages/sandbox/world/companies')).map((name) =>
    JSON.parse(readFileSync(join(repositoryRoot, 'packages/sandbox/world/companies', name), 'utf8')),
  ),
);
const names = new Set([...world.matchAll(/"(?:name|domain)":"([^"]+)"/g)].map(([, name = '']) => name.toLowerCase()));

/** How addresses, tokens, keys and paths of a machine begin. */
const PERSONAL =
  /[\w.+-]+@[\w-]+\.\w+|https?:|\bya29\.|\b1\/\/|\bsk[-_]|whsec_|\beyJ|\bAKIA|-----BEGIN|\/home\/|\/root\//i;
/** Ids, enums, instants, durations, and names of things of ours. */
const TOKEN = /^[\w:./+=@-]*$/;
/** The SDK's own name for the code of a worker. */
const BUILD_ID = /^@temporalio\/worker@[\d.]+(?:\+[0-9a-f]{64})?$/;

const sources = ['workflows', 'workers', 'providers', 'api']
  .flatMap((room) =>
    readdirSync(join(repositoryRoot, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
  )
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(repositoryRoot, name), 'utf8'))
  .join('\n')
  .replaceAll(/\$\{[^}]*\}/g, '#');

/** What must not be there. Every text of a history is an id or an enum, or a sentence that stands in our code: then nobody's data can be in it. */
function findPersonal(history: unknown): string[] {
  return listTexts(history).filter((text) => {
    if (BUILD_ID.test(text)) return false;
    const lower = text.toLowerCase();
    if (PERSONAL.test(text) || [...names].some((name) => lower.includes(name))) return true;
    return !TOKEN.test(text) && !sources.includes(text.replaceAll(/\b(?:google|microsoft|\d+)\b/g, '#'));
  });
}

/** All texts: summaries, details, memo, search attributes, failures, inputs and results, payloads decoded down to their leaves. */
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

describe('a history holds nobody’s data and no secret', () => {
  test.for(readdirSync(historiesFolder).filter((name) => name.endsWith('.json')))('%s', (name) => {
    expect(findPersonal(read(name))).toEqual([]);
  });

  const payload = (value: unknown) => ({ data: Buffer.from(JSON.stringify(value)).toString('base64') });
  test.each([
    ['an address in an input', { input: { payloads: [payload({ to: 'dana@harborline.test' })] } }],
    ['a title in a summary', { userMetadata: { summary: payload('Lumenfield: intro call') } }],
    ['words of a vendor in a failure', { failure: { message: 'User Dana Whitfield has no calendar' } }],
    ['a domain in a search attribute', { searchAttributes: { indexedFields: { Domain: payload('lumenfield.test') } } }],
    ['a token in a memo', { memo: { fields: { Grant: payload('ya29.a0AfH6SMB') } } }],
    ['a key in a detail', { details: { cause: payload({ key: 'sk-ant-api03-x' }) } }],
    ['an address as a name', { headers: { 'dana@harborline.test': payload(null) } }],
  ])('%s would be found', (_, part) => {
    expect(findPersonal({ events: [part] })).toHaveLength(1);
  });
});
