import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { hashToken } from '#db/link-token.ts';
import { insertBriefingShare } from '#db/queries/briefing-shares.ts';
import { sql } from '#db/sql.ts';
import { sealUnsubscribeToken } from '#db/unsubscribe-token.ts';
import { seedBriefing, seedFeedbackLink } from '#tests/support/briefing-builders.ts';
import { openBrowser, openTabIn, signIn } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedObjection, seedUser } from '#tests/support/builders.ts';
import { seedCustomer } from '#tests/support/customer.ts';
import { prepareWalks, walkByArrows, walkByTab } from '#tests/support/keyboard-walk.ts';
import { sample } from '#tests/support/sample.ts';
import { type Screen, type ScreenKeys, screens } from '#tests/support/screens.ts';

/** Extra screens: another state of a route, and an unknown URL. */
const further: Record<string, Screen> = {
  '/no-such-page': { role: 'visitor', ready: (page) => [page.getByRole('heading', { name: 'Page not found' })] },
  // On a phone the list shows only until a meeting is selected.
  '/app/meetings?range=all': {
    role: 'customer',
    ready: (page) => [page.getByRole('link', { name: 'Weekly standup' })],
  },
};
/** One screen per kind of frame, walked in full; on all others only the main part is walked. */
const whole = ['/', '/login', '/app', '/app/subscription-required', '/admin/dashboard'];
/** One screen per shared frame, and the button that opens its menu on a phone. */
const frames = [
  { path: '/', button: 'Menu' },
  { path: '/app', button: 'Open menu' },
  { path: '/admin/dashboard', button: 'Open menu' },
];

/** The buttons and shortcuts that open each screen's dialogs. */
const dialogs: { path: string; buttons?: RegExp[]; keys?: string[] }[] = [
  { path: '/app', keys: ['Control+k', '?'] },
  { path: '/app/meetings', buttons: [/^View full research$/, /^Share$/] },
  { path: '/app/meetings?range=all', buttons: [/^Add meeting$/] },
  {
    path: '/app/settings',
    buttons: [/^Disconnect$/, /^Create token$/, /^Add webhook$/, /^Set up Slack$/, /^Set up Microsoft Teams$/],
  },
  { path: '/admin/dashboard/whitelist', buttons: [/^Add Email$/, /^Bulk Add$/, /^Remove /] },
];

const { product, pool, encryption } = await startBrowserProduct();
// In the headless shell, tabbing starts elsewhere when tabindex is set, and focus cannot leave the page.
const browser = await openBrowser({ isWhole: true });
afterAll(async () => await browser.close());
const owner = await seedCustomer(pool, encryption);
const keys: ScreenKeys = { meetingId: owner.meetingId, tokens: await seedTokens(owner) };
const emails: Record<Screen['role'], string | null> = {
  visitor: null,
  customer: owner.email,
  stranger: (await seedUser(pool, { isWhitelisted: false })).email,
  admin: (await seedUser(pool, { role: 'admin' })).email,
};

test.each(['visitor', 'customer', 'stranger', 'admin'] as const)(
  'every control on %s screens is reachable by keyboard, in order and visible',
  async (role) => {
    const page = await openAs(role);
    const wrong: Record<string, string[]> = {};
    const note = (where: string, found: string[]) => {
      if (found.length > 0) wrong[where] = found;
    };
    const all = Object.entries({ ...screens, ...further }).filter(([, screen]) => screen.role === role);
    for (const [route, screen] of sample(all, `walk as ${role}`, Math.ceil(all.length / 2))) {
      await open(page, route, screen);
      const part = whole.includes(route) ? 'body' : 'main';
      for (const device of sample(['phone', 'desktop'], route)) {
        await page.setViewportSize({ width: device === 'phone' ? 390 : 1280, height: 860 });
        note(`${route} on a ${device}`, await walkByTab(page, { part }));
        // Backwards only on a phone, where sticky edges cover most of the window.
        if (device === 'phone') note(`${route} backwards`, await walkByTab(page, { part, key: 'Shift+Tab' }));
        else note(`${route} by arrows`, await walkByArrows(page, { part }));
      }
    }
    expect(wrong).toEqual({});
  },
);

test.each(frames)('$path has a skip link and a phone menu that work by keyboard', async ({ path, button }) => {
  const screen = screenOf(path);
  const page = await openAs(screen.role);
  await page.setViewportSize({ width: 390, height: 860 });
  await open(page, path, screen);
  const menuButton = page.getByRole('button', { name: button, exact: true });
  await page.evaluate('focusProbe.begin("body", false)');
  await page.keyboard.press('Tab');
  expect(await focusedText(page)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  // The browser follows a link within the page asynchronously.
  await page.locator('main:focus').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.locator('main :focus').count()).toBe(1);

  await menuButton.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.waitFor();
  expect(await menu.locator(':focus').count()).toBe(1);
  expect(await walkByTab(page, { part: 'dialog[open], [role="dialog"]', isModal: true })).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  // Focus returns just after the menu is hidden.
  await expect.poll(() => menuButton.and(page.locator(':focus')).count()).toBe(1);
});

test.each(dialogs)(
  'the dialogs of $path open, trap focus and close by keyboard',
  async ({ path, buttons = [], keys: shortcuts = [] }) => {
    const screen = screenOf(path);
    const page = await openAs(screen.role);
    await open(page, path, screen);
    const dialog = page.getByRole('dialog');
    const lookThrough = async (name: string) => {
      await dialog.locator(':focus').waitFor();
      expect({ name, wrong: await walkByTab(page, { part: '[role="dialog"]', isModal: true }) }).toEqual({
        name,
        wrong: [],
      });
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    for (const width of sample([390, 1280], `dialogs of ${path}`)) {
      await page.setViewportSize({ width, height: 860 });
      for (const name of buttons) {
        const button = page.getByRole('button', { name }).first();
        await button.press('Enter');
        await lookThrough(`${name} at ${width}`);
        await button.and(page.locator(':focus')).waitFor();
      }
      for (const shortcut of shortcuts) {
        await page.keyboard.press(shortcut);
        await lookThrough(`${shortcut} at ${width}`);
      }
    }
  },
);

test('a keyboard walk detects faults', async () => {
  const page = await openAs('visitor');
  const show = async (body: string) => {
    const style =
      ':focus-visible { outline: 2px solid blue } header { position: fixed; inset: 0 0 auto; height: 60px }';
    await page.route('**/wrong', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<style>${style} main { padding: 80px }</style><main>${body}</main>`,
      }),
    );
    await page.goto('/wrong');
  };
  const faulty = [
    ['<button></button>', 'button: without a name'],
    ['<button style="outline: none">Dull</button>', 'button "Dull": without a visible focus'],
    [
      '<button style="position: absolute; top: 9px">Under</button><header>Head</header>',
      'button "Under": under header "Head"',
    ],
    ['<a href="/" tabindex="-1">Passed over</a>', 'a "Passed over": not reached'],
    ['<button>1</button><button tabindex="2">2</button>', 'button "2": out of order because of its tabindex'],
    ['<button style="opacity: 0">Hidden</button>', 'button "Hidden": not visible'],
    [
      '<p style="overflow: clip; width: 50px"><button style="width: 95px">Long</button></p>',
      'button "Long": right cut by 47 px at p "Long"',
    ],
    ['<button onkeydown="event.preventDefault()">Trap</button><button>2</button>', 'button "2": not reached'],
  ] as const;
  for (const [body, fault] of faulty) {
    await show(body);
    expect(await walkByTab(page)).toContain(fault);
  }
  await show(
    '<label><input type="radio" name="a">1</label> <label><input type="radio" name="a" onfocus="blur()">2</label>',
  );
  expect(await walkByArrows(page)).toContain('input "2": not reached by arrows');
});

function screenOf(route: string): Screen {
  const screen = screens[route] ?? further[route];
  if (!screen) throw new Error(`There is no screen at ${route}`);
  return screen;
}

/** Opens a tab signed in with that role. */
async function openAs(role: Screen['role']): Promise<Page> {
  const { page } = await openTabIn(browser, product.url);
  await prepareWalks(page);
  const email = emails[role];
  if (email !== null) await signIn(page, email);
  return page;
}

async function open(page: Page, route: string, { path, touched, ready }: Screen): Promise<void> {
  await page.goto(path?.(keys) ?? route);
  await touched?.(page).focus();
  await Promise.all(ready(page).map((part) => part.waitFor({ state: 'attached' })));
  // Parts that load during the walk would move the focused element.
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
}

async function focusedText(page: Page): Promise<string> {
  return await page.evaluate<string>('document.activeElement.textContent.trim()');
}

/** Seeds and returns the tokens of links that work without signing in. */
async function seedTokens({ id, meetingId }: { id: string; meetingId: string }): Promise<ScreenKeys['tokens']> {
  const briefingId = await seedBriefing(pool, { userId: id, meetingId });
  const reader = 'ines@brightwater.test';
  const confirm = 'k'.repeat(43);
  await pool.query(sql.typeAlias('void')`
    insert into newsletter_subscriptions (email, token_hash, token_expires_at)
    values (${reader}, sha256(${confirm}::text::bytea), now() + interval '1 day')
  `);
  const object = 'o'.repeat(43);
  const objectionId = await seedObjection(pool, encryption, { kind: 'address', listed: reader });
  await pool.query(sql.typeAlias('void')`
    update objections
    set confirmed_at = null, token_hash = sha256(${object}::text::bytea), token_expires_at = now() + interval '1 day'
    where id = ${objectionId}
  `);
  const shared = 's'.repeat(43);
  const share = { userId: id, meetingId, sessionId: randomUUID(), tokenHash: hashToken(shared) };
  await pool.transaction((transaction) => insertBriefingShare(transaction, share));
  return {
    shared,
    object,
    feedback: await seedFeedbackLink(pool, briefingId, { action: 'mute_domain', target: 'brightwater.test' }),
    confirm,
    leaveNewsletter: sealUnsubscribeToken(encryption, 'newsletter', reader),
    leaveBriefings: sealUnsubscribeToken(encryption, 'briefings', id),
  };
}
