import { describe, expect, test } from 'vitest';
import { spreadPollS } from '#domain/poll-spread.ts';

const account = (index: number) => `calendar-sync:0192e4a0-0000-7000-8000-${String(index).padStart(12, '0')}:google`;

describe('the wait between polls', () => {
  test('is at most a tenth shorter than the interval and deterministic per poll', () => {
    for (let number = 2; number < 200; number += 1) {
      const waitS = spreadPollS({ account: account(1), number }, 900);
      expect(waitS).toBeGreaterThan(810);
      expect(waitS).toBeLessThanOrEqual(900);
      expect(spreadPollS({ account: account(1), number }, 900)).toBe(waitS);
    }
  });

  test('spreads the same poll of a thousand accounts over that tenth', () => {
    const perTenth = new Map<number, number>();
    for (let index = 0; index < 1_000; index += 1) {
      const tenth = Math.floor((spreadPollS({ account: account(index), number: 7 }, 900) - 810) / 9);
      perTenth.set(tenth, (perTenth.get(tenth) ?? 0) + 1);
    }
    expect(perTenth.size).toBe(10);
    expect(Math.max(...perTenth.values())).toBeLessThan(200);
  });
});
