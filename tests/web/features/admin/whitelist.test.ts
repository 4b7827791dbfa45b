import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { activityText } from '#web/features/admin/activity-text.ts';
import { showingText } from '#web/features/admin/entry-list.tsx';
import { readWhitelistSearch } from '#web/features/admin/whitelist-page.ts';
import { addedByText, expiry } from '#web/features/admin/whitelist-words.ts';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');

test('expiry rounds days up and warns at 7 or fewer', () => {
  const shown = (iso: string | null) => Object.values(expiry(iso, NOW_MS));
  expect(shown(null)).toEqual(['No expiration', 'neutral']);
  expect(shown('2026-11-29T12:00:00Z')).toEqual(['8 days remaining', 'neutral']);
  expect(shown('2026-11-28T12:00:00Z')).toEqual(['7 days remaining', 'warning']);
  expect(shown('2026-11-21T12:00:01Z')).toEqual(['1 day remaining', 'warning']);
  expect(shown('2026-11-21T12:00:00Z')).toEqual(['Expired', 'danger']);
});

test('addedByText falls back from full name to email to "Unknown User"', () => {
  const user = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@harborline.test' };
  expect(addedByText(user)).toBe('Dana Whitfield');
  expect(addedByText({ ...user, lastName: '' })).toBe('dana@harborline.test');
  expect(addedByText({ ...user, firstName: '' })).toBe('dana@harborline.test');
  expect(addedByText(null)).toBe('Unknown User');
});

describe('the whitelist page in the URL', () => {
  test('is read from a valid query and omitted if it is invalid or the default', () => {
    expect(readWhitelistSearch({ page: '3', limit: '25' })).toEqual({ page: 3, limit: 25 });
    expect(readWhitelistSearch({ page: 1, limit: 50 })).toEqual({});
    expect(readWhitelistSearch({ page: '-2', limit: '7' })).toEqual({});
    expect(readWhitelistSearch({ page: '1.5', limit: 'all' })).toEqual({});
  });
});

test('showingText shows a page as a range of entries', () => {
  expect(showingText({ page: 2, limit: 50 }, 23, 73)).toBe('Showing 51 to 73 of 73 entries');
  expect(showingText({ page: 1, limit: 25 }, 0, 0)).toBe('Showing 0 to 0 of 0 entries');
});

test('activityText writes log entries as sentences, even without an actor or a subject', () => {
  const actor = { name: 'Dana Whitfield', email: 'dana@harborline.test' };
  const words = (entry: Parameters<typeof activityText>[0]) => Object.values(activityText(entry));
  expect(words({ actor, action: 'role.granted', subjectEmail: 'sam@harborline.test' })).toEqual([
    'Dana Whitfield',
    'granted a role to',
    'sam@harborline.test',
  ]);
  expect(words({ actor, action: 'account.exported', subjectEmail: actor.email })[2]).toBeNull();
  expect(words({ actor: null, action: 'whitelist.removed', subjectEmail: null })).toEqual([
    'Someone',
    'removed the whitelist entry for',
    'a deleted address',
  ]);
  expect(words({ actor: null, action: 'sign-in.refused', subjectEmail: null })[2]).toBe(
    'an address without an account',
  );
  expect(words({ actor, action: 'new.deed', subjectEmail: null })).toEqual(['Dana Whitfield', '(new.deed)', null]);
});

test('every logged action has its own wording', () => {
  const sources = ['api', 'ops', 'workers', 'scripts'].flatMap((folder) =>
    globSync(join(repositoryRoot, folder, '**/*.ts')),
  );
  const deeds = sources.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(
      /'((?:account|email|factors?|password|recovery-codes?|role|sessions|sign-in|whitelist)\.[a-z_]+)'/g,
    ),
  ]);
  const actions = [...new Set(deeds.map(([, action = '']) => action))];
  expect(actions).toContain('whitelist.added');
  const wordless = actions.filter(
    (action) => activityText({ actor: null, action, subjectEmail: null }).what === `(${action})`,
  );
  expect(wordless).toEqual([]);
});
