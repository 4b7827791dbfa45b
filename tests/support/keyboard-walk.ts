import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright';
import * as z from 'zod';

const controlsSchema = z.array(z.object({ name: z.string(), group: z.string(), hasOwnTurn: z.boolean() }));
const stopSchema = z.object({ index: z.number(), name: z.string(), faults: z.array(z.string()) }).nullable();

const TAB = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;
const SHIFT = 8;
/** More steps than any screen has controls; a longer walk is going in circles. */
const MOST_STEPS = 250;
/** A vendor's frame keeps focus for as many steps as it has controls. */
const MOST_STEPS_ON_ONE = 6;

type Walk = {
  /** Shift+Tab walks backwards from the end. */
  key?: 'Tab' | 'Shift+Tab';
  /** The selector of the part to walk; the whole page by default. */
  part?: string;
  /** Whether focus must stay within the part, as in a dialog. */
  isModal?: boolean;
};

/** Enables walks on this tab's pages from their next load on. */
export async function prepareWalks(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript({ path: fileURLToPath(new URL('./focus-probe.js', import.meta.url)) });
}

/**
 * Walks a page with the Tab key. Each stop must be visible, show that it has focus, have a name and follow the page's
 * order. Each control must be a stop or in a group with one, and focus must be able to move on.
 * @returns the faults, as text
 */
export async function walkByTab(
  page: Page,
  { key = 'Tab', part = 'body', isModal = false }: Walk = {},
): Promise<string[]> {
  const controls = await begin(page, part, key === 'Shift+Tab');
  const browser = await page.context().newCDPSession(page);
  const reached = new Set<number>();
  const wrong = new Set<string>();
  let last = -1;
  let stepsOnLast = 0;
  for (let steps = 0; ; steps += 1) {
    if (steps === MOST_STEPS) throw new Error(`no end after ${MOST_STEPS} steps`);
    // Three times as fast as a press and release.
    await browser.send('Input.dispatchKeyEvent', { ...TAB, modifiers: key === 'Tab' ? 0 : SHIFT });
    const stop = await lookInTurn(page, reached.size < controls.length);
    if (stop === null || (stop.index === -1 && !isModal)) break;
    stepsOnLast = stop.index === last ? stepsOnLast + 1 : 0;
    if (stop.index === -1 || (stop.index === last ? stepsOnLast > MOST_STEPS_ON_ONE : reached.has(stop.index))) {
      // At the end, the browser starts over.
      const [first] = reached;
      if (stop.index !== first) wrong.add(`${stop.name}: ${key} leads there but should not`);
      break;
    }
    reached.add(stop.index);
    for (const fault of stop.faults) wrong.add(`${stop.name}: ${fault}`);
    last = stop.index;
  }
  for (const [index, { name, group, hasOwnTurn }] of controls.entries()) {
    // Reported whether or not it was reached: depending on where it starts, Chromium can skip such a control.
    if (hasOwnTurn) wrong.add(`${name}: out of order because of its tabindex`);
    const isInReachedGroup = group !== '' && controls.some((other, at) => other.group === group && reached.has(at));
    if (!reached.has(index) && !isInReachedGroup) wrong.add(`${name}: not reached`);
  }
  return [...wrong];
}

/**
 * Walks groups with a single Tab stop, such as radio buttons, with the arrow keys. It goes once around each group,
 * which restores the selection.
 * @returns the faults, as text
 */
export async function walkByArrows(page: Page, { part = 'body' }: Pick<Walk, 'part'> = {}): Promise<string[]> {
  const controls = await begin(page, part, false);
  const wrong = new Set<string>();
  const groups = [...Map.groupBy(controls.keys(), (index) => controls[index]?.group ?? '')];
  // Last to first, because a selection may remove controls below it.
  for (const [group, members] of groups.toReversed()) {
    if (group === '') continue;
    const unreached = new Set(members);
    await page.evaluate(`focusProbe.focusMember(${JSON.stringify(members)})`);
    for (const _ of members) {
      await page.keyboard.press('ArrowRight');
      const stop = stopSchema.parse(await page.evaluate('focusProbe.look(false)'));
      if (stop) unreached.delete(stop.index);
      for (const fault of stop?.faults ?? []) wrong.add(`${stop?.name}: ${fault}`);
    }
    for (const index of unreached) wrong.add(`${controls[index]?.name}: not reached by arrows`);
  }
  return [...wrong];
}

async function begin(page: Page, part: string, isBackwards: boolean) {
  return controlsSchema.parse(await page.evaluate(`focusProbe.begin(${JSON.stringify(part)}, ${isBackwards})`));
}

/**
 * Returns the focused control and its faults, once the browser and its frames agree on what has focus.
 * @param isMore whether controls are left: focus may then be moving into or out of a vendor's frame, a separate
 * process that hands it over asynchronously
 */
async function lookInTurn(page: Page, isMore: boolean) {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const mostTries = isMore && frames.length > 0 ? 50 : 0;
  for (let tries = 0; ; tries += 1) {
    const stop = stopSchema.parse(await page.evaluate('focusProbe.look(true)'));
    // The next key goes to where the browser believes focus is; a frame learns of a change last.
    const isInFrame = stop?.name.startsWith('iframe') ?? false;
    const isHandedOver = (await Promise.all(frames.map(hasFocus))).includes(true) === isInFrame;
    if ((stop !== null && isHandedOver) || tries >= mostTries) return stop;
    await sleep(20);
  }
}

/** Returns true if a frame has focus; false also if the frame is gone. */
async function hasFocus(frame: Frame): Promise<boolean> {
  return await frame.evaluate<boolean>('document.hasFocus()').catch(() => false);
}
