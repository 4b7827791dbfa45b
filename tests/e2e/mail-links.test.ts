import { expect, test } from 'vitest';
import * as z from 'zod';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { findUser } from '#db/queries/users.ts';
import { sql } from '#db/sql.ts';
import { sealUnsubscribeToken } from '#db/unsubscribe-token.ts';
import { seedBriefing, seedFeedbackLink } from '#tests/support/briefing-builders.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { ageSessions, countRows, PASSWORD, seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { holdTimers } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';
import { untilLinkMailed } from '#tests/support/mail-outbox.ts';

const READER = 'ines@brightwater.test';

const { product, pool, encryption, openTab, openAsNew } = await startBrowserProduct();

test('a briefing link acts once, and only when confirmed', async () => {
  const user = await seedUser(pool);
  const meetingId = await seedMeeting(pool, { userId: user.id, title: 'Weekly call' });
  const briefingId = await seedBriefing(pool, { userId: user.id, meetingId });
  const token = await seedFeedbackLink(pool, briefingId, { action: 'mute_domain', target: 'brightwater.test' });

  const { page, faults } = await openTab();
  await page.goto(`/feedback?token=${token}`);
  await page.getByRole('heading', { name: 'Exclude brightwater.test?' }).waitFor();
  await lookAt(page, 'a link of a briefing');
  expect(await countRows(pool, sql.fragment`briefing_feedback`)).toBe(0);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Guests from brightwater.test now count as internal. You can undo this in Settings.').waitFor();
  await lookAt(page, 'a link that has acted');
  expect(await countRows(pool, sql.fragment`briefing_feedback`)).toBe(1);
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });

  await page.reload();
  await page.getByRole('heading', { name: 'This link has already been used' }).waitFor();
  await page.getByText('You excluded this domain. You can undo this in Settings.').waitFor();
  await lookAt(page, 'a link that was already used');
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
});

test('negative feedback saves a reason, then asks which fact is wrong and saves it', async () => {
  const user = await seedUser(pool);
  const meetingId = await seedMeeting(pool, { userId: user.id, title: 'Weekly call' });
  await seedResearch(pool, { userId: user.id, meetingId });
  const research = await findLatestResearch(pool, meetingId);
  const briefingId = await seedBriefing(pool, { userId: user.id, meetingId, researchId: research?.id ?? null });
  const token = await seedFeedbackLink(pool, briefingId, { action: 'not_useful' });

  const { page, faults } = await openTab();
  const second = (await openTab()).page;
  await second.goto(`/feedback?token=${token}`);
  await second.getByRole('button', { name: 'No, it was not useful' }).waitFor();
  await page.goto(`/feedback?token=${token}`);
  await page.getByRole('button', { name: 'No, it was not useful' }).click();
  await page.getByText('Thank you. Your answer is saved.').waitFor();
  await page.getByRole('heading', { name: 'Why not?' }).waitFor();
  await lookAt(page, 'why a briefing was not useful');
  await second.getByRole('button', { name: 'No, it was not useful' }).click();
  await second.getByRole('heading', { name: 'This link has already been used' }).waitFor();
  await second.getByRole('heading', { name: 'Why not?' }).waitFor();
  await page.getByRole('button', { name: 'Too late' }).click();
  await page.getByText('You can choose in Settings how long before a meeting its briefing arrives.').waitFor();

  await page.reload();
  await page.getByRole('heading', { name: 'This link has already been used' }).waitFor();
  const tooLate = page.getByRole('button', { name: 'Too late' });
  await tooLate.waitFor();
  expect(await tooLate.getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'A fact is wrong' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Which one is wrong?' }).waitFor();
  await lookAt(page, 'which fact is wrong');
  await page.getByRole('button', { name: /opened an office in Gothenburg/ }).click();
  await page
    .getByText('Future briefings will leave this out and flag the page it came from in their sources.')
    .waitFor();
  const kept = await pool.anyFirst(sql.type(z.object({ statement: z.string() }))`
    select statement from wrong_facts where user_id = ${user.id}
  `);
  expect(kept).toEqual(['Brightwater opened an office in Gothenburg on 18 October 2026.']);
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('attack 36: an email change can be stopped, and needs the password 15 minutes after sign-in', async () => {
  const { page, id, email } = await openAsNew({ path: '/app/profile' });
  await ageSessions(pool, id);
  await page.getByLabel('Email', { exact: true }).fill('moved@brightwater.test');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await page.getByText('Please enter your current password to change your email address.').waitFor();
  await lookAt(page, 'password asked for');
  await page.getByLabel('Current password').fill(PASSWORD);
  await save.click();
  await page.getByText('We sent a link to moved@brightwater.test.').waitFor();

  const stranger = (await openTab()).page;
  await stranger.goto(await untilLinkMailed(product, email, '/verify-email?token='));
  const stop = stranger.getByRole('button', { name: 'Cancel the change' });
  await stop.waitFor();
  await lookAt(stranger, 'a change of address to stop');
  await stop.click();
  await stranger.getByText('The change is cancelled and every device is signed out.').waitFor();
  await page.goto('/app/profile');
  await page.waitForURL('**/login');
  expect((await findUser(pool, id))?.email).toBe(email);
});

test('attack 36: an email change can be undone after it was confirmed, unless the old address is taken', async () => {
  const { page, id, email } = await openAsNew({ path: '/app/profile' });
  const moved = `moved-${email}`;
  await page.getByLabel('Email', { exact: true }).fill(moved);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText(`We sent a link to ${moved}.`).waitFor();
  // The page leads to the login 3 s after the address is confirmed.
  await holdTimers(page, product.url);
  await page.goto(await untilLinkMailed(product, moved, '/verify-email?token='));
  await page.getByText('Your address is confirmed.').waitFor();

  const owner = (await openTab()).page;
  const link = await untilLinkMailed(product, email, '/verify-email?token=');
  const taker = await seedUser(pool, { email: `taker-${email}` });
  await pool.query(sql.typeAlias('void')`update users set email = ${email} where id = ${taker.id}`);
  await owner.goto(link);
  await owner.getByText('Another account now uses this address').waitFor();
  await lookAt(owner, 'a change of address that cannot be undone');
  await pool.query(sql.typeAlias('void')`delete from users where id = ${taker.id}`);
  await owner.reload();
  const undo = owner.getByRole('button', { name: 'Undo the change' });
  await undo.waitFor();
  await lookAt(owner, 'a change of address to undo');
  await undo.click();
  await owner.getByText(`Your account uses ${email} again.`).waitFor();
  await lookAt(owner, 'a change of address undone');
  await owner.getByRole('link', { name: 'Set a new password' }).click();
  await owner.waitForURL('**/forgot-password');
  expect((await findUser(pool, id))?.email).toBe(email);
});

test('attack 37a: contesting the email change of a recovered account locks it and undoes nothing', async () => {
  const { id, email } = await seedUser(pool);
  const token = 'c'.repeat(43);
  await pool.query(sql.typeAlias('void')`
    insert into auth_tokens (user_id, purpose, token_hash, email, expires_at, contested_at)
    values (${id}, 'stop_change_email', sha256(${token}::text::bytea), ${email}, now() + interval '1 day', now())
  `);
  await pool.query(sql.typeAlias('void')`update users set email = ${`moved-${email}`} where id = ${id}`);
  const { page } = await openTab();
  await page.goto(`/verify-email?token=${token}`);
  const lock = page.getByRole('button', { name: 'Lock the account' });
  await lock.waitFor();
  await lookAt(page, 'a change of address to contest');
  await lock.click();
  await page.getByText('Nobody can sign in until we unlock it').waitFor();
  expect(await page.getByRole('link', { name: 'Set a new password' }).count()).toBe(0);
  expect(await findUser(pool, id)).toMatchObject({ email: `moved-${email}`, disabledAt: expect.any(Date) });
});

test("attack 36: undoing a locked account's email change explains the lock and offers no new password", async () => {
  const { id, email } = await seedUser(pool);
  const token = 'u'.repeat(43);
  await pool.query(sql.typeAlias('void')`
    insert into auth_tokens (user_id, purpose, token_hash, email, expires_at)
    values (${id}, 'stop_change_email', sha256(${token}::text::bytea), ${email}, now() + interval '1 day')
  `);
  await pool.query(sql.typeAlias('void')`
    update users set email = ${`moved-${email}`}, disabled_at = now() where id = ${id}
  `);
  const { page } = await openTab();
  await page.goto(`/verify-email?token=${token}`);
  await page.getByText('the password and Google sign-in will stop working.').waitFor();
  expect(await page.getByText('Then set a new password').count()).toBe(0);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await page.getByText('Nobody can sign in until we unlock it').waitFor();
  await lookAt(page, 'a change of address undone in a locked account');
  expect(await page.getByRole('link', { name: 'Set a new password' }).count()).toBe(0);
});

test('a newsletter subscription is confirmed and cancelled with one button each', async () => {
  const { page, faults } = await openTab();
  const token = 'k'.repeat(43);
  await pool.query(sql.typeAlias('void')`
    insert into newsletter_subscriptions (email, token_hash, token_expires_at)
    values (${READER}, sha256(${token}::text::bytea), now() + interval '1 day')
  `);
  await page.goto(`/newsletter/confirm?token=${token}`);
  const confirm = page.getByRole('button', { name: 'Confirm subscription' });
  await confirm.waitFor();
  await lookAt(page, 'a newsletter to confirm');
  await confirm.click();
  await page.getByText('Your subscription is confirmed.').waitFor();

  const leave = sealUnsubscribeToken(encryption, 'newsletter', READER);
  await page.goto(`/newsletter/unsubscribe?token=${encodeURIComponent(leave)}`);
  await page.getByText(READER).waitFor();
  await lookAt(page, 'leaving the newsletter');
  expect(await countRows(pool, sql.fragment`newsletter_subscriptions`)).toBe(1);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByText(`${READER} will no longer receive the newsletter.`).waitFor();
  expect(await countRows(pool, sql.fragment`newsletter_subscriptions`)).toBe(0);
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });
});

test('the unsubscribe page asks for confirmation, but a one-click POST skips it', async () => {
  const [reader, other] = [await seedUser(pool), await seedUser(pool)];
  const addressOf = ({ id }: typeof reader) =>
    `/unsubscribe?token=${encodeURIComponent(sealUnsubscribeToken(encryption, 'briefings', id))}`;
  const isNotified = async ({ id }: typeof reader) => (await findUser(pool, id))?.emailNotifications;

  const { page, faults } = await openTab();
  await page.goto(addressOf(reader));
  await page.getByText(reader.email).waitFor();
  await lookAt(page, 'leaving the briefings');
  expect(await isNotified(reader)).toBe(true);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByText(`${reader.email} will no longer receive briefings or digests.`).waitFor();
  expect(await isNotified(reader)).toBe(false);
  expect(faults).toEqual({ consoleErrors: [], failedRequests: [] });

  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const answer = await fetch(`${product.url}${addressOf(other)}`, { method: 'POST', body, redirect: 'manual' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(await isNotified(other)).toBe(false);
});
