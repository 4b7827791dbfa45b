import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { addObjection, listObjections, removeObjection } from '#contract/objections.ts';
import { findObjections } from '#db/find-objections.ts';
import { sql } from '#db/sql.ts';
import { hasObjected } from '#domain/objection.ts';
import { readMailbox } from '#providers/calendar/people.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox } from '#tests/support/builders.ts';

const api = await openTestApi();
const { client } = await api.newUser({ role: 'admin', email: 'robin@harborline.test' });
beforeEach(async () => {
  await api.pool.query(sql.typeAlias('void')`delete from objections`);
});

const add = (body: object) => client.call(addObjection, { body });
const find = (emails: string[], domains: string[] = []) =>
  findObjections(api.pool, api.encryption, { emails, domains });

test('adding an address and a domain lists both immediately, newest first', async () => {
  const first = await add({ email: 'Ines@Brightwater.test', reason: 'Asked by letter' });
  const second = await add({ domain: 'mail.northpeak.test' });
  expect([first.status, second.status]).toEqual([200, 200]);
  const { objection } = addObjection.data.parse(first.body.data);
  expect(objection).toMatchObject({
    email: 'ines@brightwater.test',
    domain: null,
    reason: 'Asked by letter',
    isOwn: false,
  });
  expect(objection.listedByUser?.email).toBe('robin@harborline.test');
  const list = await client.call(listObjections);
  expect(listObjections.data.parse(list.body.data).map(({ email, domain }) => email ?? domain)).toEqual([
    'northpeak.test',
    'ines@brightwater.test',
  ]);
  expect(Reflect.get(list.body, 'pagination')).toEqual({ totalPages: 1, total: 2 });
  const found = await find(['ines@brightwater.test', 'sam@eu.northpeak.test', 'ada@corp.test'], ['corp.test']);
  expect(found).toEqual({
    addresses: new Set(['ines@brightwater.test']),
    domains: new Set(['northpeak.test']),
  });
  expect(JSON.stringify(await listOutbox(api.pool))).toContain(objection.id);
});

test.each([
  ['иван@xn--e1afmkfd.xn--p1ai', 'иван@пример.рф'],
  ['r&d@brightwater.test', 'R&D@brightwater.test'],
  ['www.münchen.de', 'ines@münchen.de'],
  ['пример.рф.', 'иван@mail.пример.рф'],
  // The same letter, composed and decomposed.
  ['jos\u00e9@brightwater.test', 'jose\u0301@brightwater.test'],
])('attack 56: adding %s covers %s', async (listed, guest) => {
  const body = listed.includes('@') ? { email: listed } : { domain: listed };
  // The guest's address as read from a calendar.
  const stored = readMailbox(guest)?.email ?? '';
  expect((await add(body)).status).toBe(200);
  expect(hasObjected(stored, await find([stored]))).toBe(true);
  expect((await add(body)).status).toBe(409);
});

test('attack 56: the list and the audit log do not contain the address or domain in plain text', async () => {
  await add({ email: 'ines@brightwater.test' });
  await add({ domain: 'northpeak.test' });
  const { dump } = await api.pool.one(sql.type(z.object({ dump: z.string() }))`
    select string_agg(objections::text, ' ') || (select string_agg(audit_log::text, ' ') from audit_log) as dump from objections
  `);
  expect(dump).not.toMatch(/ines|northpeak/);
});

test('adding a listed address or domain in another spelling returns 409', async () => {
  await add({ email: 'ines@brightwater.test' });
  await add({ domain: 'northpeak.test' });
  for (const again of [{ email: 'INES+x@brightwater.test' }, { domain: 'www.NorthPeak.test.' }])
    expect((await add(again)).status).toBe(409);
});

test.each([
  {},
  { email: 'ines@brightwater.test', domain: 'brightwater.test' },
  { email: 'nobody' },
  { domain: 'gmail.com' },
  { domain: 'co.uk' },
  { domain: 'onmicrosoft.com' },
  { domain: 'x y' },
  { email: 'ines@brightwater.test', reason: 'x'.repeat(201) },
  { email: 'ines@brightwater.test', confirmed: true },
])('adding %j returns 400 and lists nothing', async (body) => {
  expect((await add(body)).status).toBe(400);
  expect((await client.call(listObjections)).body.data).toEqual([]);
});

test('removing an objection ends its effect; removing it again returns 404', async () => {
  const { objection } = await client.data(addObjection, { body: { email: 'ines@brightwater.test' } });
  const remove = () => client.call(removeObjection, { params: { id: objection.id } });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  expect((await find(['ines@brightwater.test'])).addresses.size).toBe(0);
  const rows = await api.pool.any(sql.type(z.object({ action: z.string() }))`
    select action from audit_log where details ->> 'objectionId' = ${objection.id} order by id
  `);
  expect(rows.map(({ action }) => action)).toEqual(['objection.added', 'objection.removed']);
});

test('attack 56: an objection encrypted with a lost key makes every lookup fail', async () => {
  await add({ email: 'ines@brightwater.test' });
  await api.pool.query(sql.typeAlias('void')`update objections set subject = 'gone.' || subject`);
  await expect(find(['ada@corp.test'])).rejects.toThrow('ENCRYPTION_KEYS');
});
