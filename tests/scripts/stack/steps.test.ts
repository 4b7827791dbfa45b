import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStepLog } from '#scripts/stack/steps.ts';

let written: string;
const log = { write: (text: string) => (written += text) };

beforeEach(() => {
  written = '';
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('createStepLog', () => {
  test('prints each step with its duration and returns the result', async () => {
    const steps = createStepLog(new AbortController().signal, log);
    const result = steps.step('Postgres on 127.0.0.1:5433', async () => {
      await vi.advanceTimersByTimeAsync(2_300);
      return 42;
    });
    expect(await result).toBe(42);
    expect(written).toMatch(/^ {2}ok {2}Postgres on 127\.0\.0\.1:5433 +2\.3 s\n$/);
  });

  test('reports a failed step and rethrows its error', async () => {
    const steps = createStepLog(new AbortController().signal, log);
    await expect(steps.step('Redis', () => Promise.reject(new Error('no server')))).rejects.toThrow('no server');
    expect(written).toMatch(/^ {2}-- {2}Redis .*failed\n$/);
  });

  test('does not report an interrupted step as failed', async () => {
    const stop = new AbortController();
    const steps = createStepLog(stop.signal, log);
    const work = steps.step('Engine', () => {
      stop.abort();
      return Promise.reject(new Error('ended by SIGTERM'));
    });
    await expect(work).rejects.toThrow('SIGTERM');
    expect(written).toBe('');
  });

  test('logs progress every ten seconds when not on a terminal', async () => {
    const steps = createStepLog(new AbortController().signal, log);
    await steps.step('Engine', async (progress) => {
      for (let percent = 0; percent < 25; percent += 1) {
        progress(`building, ${percent} %`);
        await vi.advanceTimersByTimeAsync(1_000);
      }
    });
    const lines = written.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^ {2}\.\. {2}Engine: building, 10 % +10\.0 s$/);
    expect(lines[2]).toMatch(/ok {2}Engine +25\.0 s$/);
  });

  test('rewrites one progress line on a terminal as other steps finish', async () => {
    const steps = createStepLog(new AbortController().signal, { ...log, isTTY: true, columns: 80 });
    await steps.step('Engine', async (progress) => {
      progress('building, 1 %');
      await steps.step('Redis', async () => undefined);
      progress('building, 2 %');
    });
    const shown = written.split('\r\u001b[K').map((part) => part.trim());
    expect(shown).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ok {2}Redis/),
        '.. Engine: building, 2 %',
        expect.stringMatching(/^ok {2}Engine/),
      ]),
    );
  });
});
