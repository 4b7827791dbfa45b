import { openSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createLogger, loggerOptions } from '#telemetry/logger.ts';

test('the logger redacts secrets anywhere in a record', () => {
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

test('the logger survives a full disk', async () => {
  // Linux's always-full device: writes fail with ENOSPC.
  const full = openSync('/dev/full', 'w');
  const ended = vi.fn<(error: Error) => void>();
  process.once('uncaughtException', ended);
  const logger = createLogger({ service: 'test', level: 'info' }, full);
  for (let line = 0; line < 3; line += 1) {
    logger.info({ line });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.removeListener('uncaughtException', ended);
  expect(ended).not.toHaveBeenCalled();
});
