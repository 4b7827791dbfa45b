import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiDefaults } from '#api/config.ts';
import { sandboxDefaults } from '#sandbox/config.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { localSettings } from '#scripts/stack/settings.ts';
import { vendorSettings } from '#scripts/stack/vendors.ts';
import { workerDefaults } from '#workers/config.ts';

const text = readFileSync(join(repositoryRoot, '.env.example'), 'utf8');
const comments = readComments(text);
/** Set by scripts/stack for each instance, overriding the user's value. */
const internal = new Set(['SANDBOX_VENDORS', 'SANDBOX_STATE_DIR']);
const defaults = [...apiDefaults, ...workerDefaults, ...sandboxDefaults].filter(([name]) => !internal.has(name));
const names = new Set([...defaults.map(([name]) => name), ...localSettings, ...vendorSettings]);

describe('.env.example', () => {
  test.each([...names].toSorted())('lists %s', (name) => {
    expect(comments.has(name)).toBe(true);
  });

  test.each(defaults.map(([name, value]) => [name, shown(value)] as const).filter(([, value]) => value !== ''))(
    'documents that %s defaults to %s',
    (name, value) => {
      expect(comments.get(name)?.split('Default:')[1]).toContain(value);
    },
  );

  test('sets no values, so an unedited copy changes nothing', () => {
    expect(Object.values(parseEnv(text)).filter((value) => value !== '')).toEqual([]);
  });
});

/** Maps each setting to the comment above it; adjacent settings share one. */
function readComments(file: string): Map<string, string> {
  const found = new Map<string, string>();
  let comment = '';
  let isWithin = false;
  for (const line of file.split('\n')) {
    const isComment = line.startsWith('#');
    if (isComment) comment = isWithin ? `${comment} ${line}` : line;
    const [, name] = /^([A-Z_]+)=/.exec(line) ?? [];
    if (name !== undefined) found.set(name, comment);
    isWithin = isComment;
  }
  return found;
}

/** Formats a default as the file would show it; empty when there is none to show. */
function shown(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(shown).join(',');
  if (typeof value !== 'object' || value === null || !('max' in value && 'windowS' in value)) return '';
  return [value.max, value.windowS].join('/');
}
