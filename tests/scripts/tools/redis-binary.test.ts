import { describe, expect, test } from 'vitest';
import { resolveRedis } from '#scripts/tools/redis-binary.ts';
import { temporaryFolder, writeProgram } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();

const program = (name: string) => writeProgram(folder(), name);

describe('resolveRedis', () => {
  test('prefers redis-server over valkey-server on PATH', async () => {
    const valkey = program('valkey-server');
    expect((await resolveRedis({ searchPath: folder() })).command).toBe(valkey);
    const redis = program('redis-server');
    expect((await resolveRedis({ searchPath: folder() })).command).toBe(redis);
  });

  test('explains how to get Redis when none is found', async () => {
    await expect(resolveRedis({ searchPath: folder(), debian: false })).rejects.toThrow(
      /No Redis server was found.*apt-get install redis-server.*REDIS_URL/,
    );
  });
});
