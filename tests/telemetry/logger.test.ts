import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loggerOptions } from '#telemetry/logger.ts';

test('secrets are censored wherever they stand in a record', () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = pino(loggerOptions({ service: 'test', level: 'info' }), stream);
  logger.info({
    token: 'canary-1',
    body: { password: 'canary-2' },
    req: { headers: { authorization: 'canary-3', cookie: 'canary-4' } },
  });
  logger.info({ res: { headers: { 'set-cookie': ['canary-5'] } } });
  expect(lines.join('')).not.toContain('canary');
  expect(lines.join('')).toContain('[redacted]');
});
