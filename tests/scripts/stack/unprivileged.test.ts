import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderFor } from '#scripts/stack/unprivileged.ts';

test('folderFor reports an existing file and keeps it', () => {
  // Private, like root's home folder, so a link is needed.
  const closed = mkdtempSync(join(tmpdir(), 'closed-'));
  try {
    const wanted = join(closed, 'postgres-18');
    writeFileSync(wanted, 'left over');
    expect(() => folderFor({ uid: 65_534, gid: 65_534 }, wanted)).toThrow(`${wanted} is in the way`);
    expect(readFileSync(wanted, 'utf8')).toBe('left over');
  } finally {
    rmSync(closed, { recursive: true });
  }
});
