import { sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import express from 'express';
import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import * as z from 'zod';
import { createErrorHandler } from '#api/middleware/error-handler.ts';
import { createRequestLog } from '#api/request-log.ts';
import { sql } from '#db/sql.ts';
import { createGoogleCalendar } from '#providers/calendar/google.ts';
import { AccountRejectedError } from '#providers/errors.ts';
import { createSesMail } from '#providers/mail/ses.ts';
import { createGoogle } from '#sandbox/google/google.ts';
import { createSigner, issuer, signingKeyOf } from '#sandbox/google/signing.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { errorXml } from '#sandbox/ses/xml.ts';
import { close, listenOnLoopback, startVendor } from '#sandbox/start-vendor.ts';
import { loggerOptions } from '#telemetry/logger.ts';
import { seedUser } from '#tests/support/builders.ts';
import { openTestPool } from '#tests/support/test-pool.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

/** A value from the database that must not reach the log. */
const CANARY = 'canary@harborline.test';

const pool = await openTestPool();
await seedUser(pool, { email: CANARY });

/** Returns a logger at the most verbose level, and its lines. */
function createTestLogger() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { logger: pino(loggerOptions({ service: 'test', level: 'trace' }), stream), lines };
}

function logOf(error: unknown, key: 'err' | 'error' = 'err'): string {
  const { logger, lines } = createTestLogger();
  logger.error({ [key]: error }, 'failed');
  return lines.join('');
}

const failures: Record<string, () => Promise<unknown>> = {
  'a row that does not match its schema': () =>
    pool.one(sql.type(z.object({ email: z.uuid() }))`select email from users where email = ${CANARY}`),
  'a duplicate value': () =>
    pool.query(sql.typeAlias('void')`
      insert into users (email, first_name, last_name, password_hash) values (${CANARY}, '', '', 'x')
    `),
  'a badly typed value': () => pool.any(sql.typeAlias('id')`select id from users where id = ${CANARY}::text::uuid`),
  'a statement that Postgres does not understand': () =>
    pool.any(sql.typeAlias('id')`select nothing from nowhere where email = ${CANARY}`),
  'a missing row': () => pool.one(sql.typeAlias('id')`select id from users where last_name = ${CANARY}`),
  'an error caused by a mismatched row': async () => {
    try {
      await failures['a row that does not match its schema']?.();
    } catch (cause) {
      throw new Error('outside', { cause });
    }
  },
};

/** Errors from elsewhere that contain the value. */
const quotations: Record<string, () => Promise<unknown>> = {
  'an ID token that is not valid yet': async () => {
    const google = await startVendor(createGoogle);
    try {
      const signer = signingKeyOf('google');
      const nowS = Math.floor(Date.now() / 1000);
      const kid = Object.keys(createSigner(signer).certificates())[0];
      const claims = { iss: issuer, aud: 'us', email: CANARY, iat: nowS + 1_000, exp: nowS + 2_000 };
      const parts = [{ alg: 'RS256', kid }, claims].map((part) => Buffer.from(JSON.stringify(part)));
      const signed = parts.map((part) => part.toString('base64url')).join('.');
      const signature = sign('sha256', Buffer.from(signed), signer).toString('base64url');
      const calendar = createGoogleCalendar({ clientId: 'us', clientSecret: 'secret', baseUrl: google.url });
      const id_token = `${signed}.${signature}`;
      const body = { access_token: 'a', expires_in: 3600, id_token };
      await controlOf(google.url).fault({ path: '/token', status: 200, body });
      await calendar.exchangeCode({ code: 'c', redirectUri: 'http://localhost/x', codeVerifier: 'v', nonce: 'n' });
    } finally {
      await google.close();
    }
  },
  'a rejected email': async () => {
    const ses = await startVendor(createSes);
    try {
      const text = `Email address is not verified. The following identities failed the check: ${CANARY}`;
      await controlOf(ses.url).fault({ path: '/', status: 400, body: errorXml('MessageRejected', text, 400) });
      const from = { name: 'Foreword', address: 'briefings@foreword.test' };
      const settings = { accessKeyId: 'a', secretAccessKey: 'b', region: 'eu-west-1', baseUrl: ses.url, from };
      await createSesMail(settings).send({ to: CANARY, subject: 'S', html: '', text: '', headers: {} });
    } finally {
      await ses.close();
    }
  },
  'malformed JSON': async () => JSON.parse(`${CANARY} select`),
  'a message that looks like a stack': async () => {
    throw new TypeError(`no page\n    at ${CANARY}`);
  },
  'an error with a string as its cause': () => Promise.reject(new Error('outside', { cause: CANARY })),
};

test.each(Object.entries({ ...failures, ...quotations }))('attack 53: logs %s without the data', async (_, fail) => {
  const error = await fail().then(
    () => null,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(Error);
  const line = logOf(error);
  expect(line).not.toContain(CANARY);
  expect(line).not.toMatch(/select|insert/);
  // Type and stack are kept for debugging.
  expect(line).toMatch(/"type":"\w+"/);
  expect(line).toMatch(/"stack":" +at /);
});

test('attack 53: logs our own messages and the name of a vendor’s error', () => {
  const cause = Object.assign(new Error(CANARY), { name: 'MessageRejected' });
  const line = logOf(new AccountRejectedError(cause));
  expect(line).toContain('"message":"The vendor rejected our account, its key or its settings."');
  expect(line).toContain('"name":"MessageRejected"');
  expect(line).not.toContain(CANARY);
});

test('attack 53: logs errors of the Temporal SDK without the data', () => {
  const error = Object.assign(new Error(CANARY), { details: [CANARY], code: CANARY });
  const line = logOf(error, 'error');
  expect(line).toMatch(/"stack":" +at /);
  expect(line).not.toContain(CANARY);
});

test('attack 53: logs errors of requests without the data', async () => {
  const { logger, lines } = createTestLogger();
  const app = express().use(createRequestLog(logger));
  app.get('/', () => {
    throw Object.assign(new Error(CANARY), { row: { email: CANARY } });
  });
  const server = createServer(app.use(createErrorHandler(logger)));
  try {
    expect((await fetch(await listenOnLoopback(server, 0))).status).toBe(500);
  } finally {
    await close(server);
  }
  expect(lines.join('')).toContain('request failed');
  expect(lines.join('')).not.toContain(CANARY);
});

test('attack 53: Postgres logs an error without the row or the statement', async () => {
  const taken = 'taken@harborline.test';
  await seedUser(pool, { email: taken });
  const again = pool.query(sql.typeAlias('void')`
    insert into users (email, first_name, last_name, timezone) values (${taken}, '', '', (select 'of this statement'))
  `);
  await expect(again).rejects.toThrow('unique');
  const log = await readFile(join(inject('services').stateDir, 'logs', 'postgres.log'), 'utf8');
  expect(log).toContain('duplicate key value violates unique constraint');
  expect(log).not.toContain(taken);
  expect(log).not.toContain('of this statement');
});
