import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright';
import * as z from 'zod';

const controlsSchema = z.array(z.object({ name: z.string(), group: z.string() }));
const stopSchema = z.object({ index: z.number(), name: z.string(), faults: z.array(z.string()) }).nullable();

const TAB = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;
const SHIFT = 8;
/** More than any screen has controls: who is still on the way then is going round in circles. */
const MOST_STEPS = 250;
/** The frame of a vendor has the focus for as many steps as it has controls of its own. */
const MOST_STEPS_ON_ONE = 6;

type Walk = {
  /** Shift+Tab goes through it from its end. */
  key?: 'Tab' | 'Shift+Tab';
  /** A selector of what is gone through; all of the page where it is not given. */
  part?: string;
  /** Whether the focus may not leave the part for another one of the page, as with a dialog. */
  isModal?: boolean;
};

/** Lets the pages of this tab be walked; from their next visit on. */
export async function prepareWalks(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript({ path: fileURLToPath(new URL('./focus-probe.js', import.meta.url)) });
}

/**
 * Goes through a page by the Tab key. Each stop must be seen whole, look focused, have a name and come in the order of the page; each control must be a
 * stop, or in a group of which one is; and the way must lead out again.
 * @returns what is wrong, in words
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
    if (steps === MOST_STEPS) throw new Error(`${MOST_STEPS} steps and no end`);
    // Straight to the browser, which is three times as quick as a press and its release.
    await browser.send('Input.dispatchKeyEvent', { ...TAB, modifiers: key === 'Tab' ? 0 : SHIFT });
    const stop = await lookInTurn(page, reached.size < controls.length);
    if (stop === null || (stop.index === -1 && !isModal)) break;
    stepsOnLast = stop.index === last ? stepsOnLast + 1 : 0;
    if (stop.index === -1 || (stop.index === last ? stepsOnLast > MOST_STEPS_ON_ONE : reached.has(stop.index))) {
      // From the end the browser begins anew.
      const [first] = reached;
      if (stop.index !== first) wrong.add(`${stop.name}: ${key} leads there, and should not`);
      break;
    }
    reached.add(stop.index);
    for (const fault of stop.faults) wrong.add(`${stop.name}: ${fault}`);
    last = stop.index;
  }
  for (const [index, { name, group }] of controls.entries()) {
    const isInReachedGroup = group !== '' && controls.some((other, at) => other.group === group && reached.has(at));
    if (!reached.has(index) && !isInReachedGroup) wrong.add(`${name}: not reached`);
  }
  return [...wrong];
}

/**
 * Goes through each group of a page of which Tab reaches one member alone, such as radio buttons, by the arrow keys: round once, so that what is chosen in
 * the end is what was before.
 * @returns what is wrong, in words
 */
export async function walkByArrows(page: Page, { part = 'body' }: Pick<Walk, 'part'> = {}): Promise<string[]> {
  const controls = await begin(page, part, false);
  const wrong = new Set<string>();
  const groups = [...Map.groupBy(controls.keys(), (index) => controls[index]?.group ?? '')];
  // From the last: what is chosen further up may take away what is below.
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
 * @param isMore whether controls are left: then the focus may be on its way into or out of the frame of a vendor, which is a process of its own and
 * hands it over in its own time
 */
async function lookInTurn(page: Page, isMore: boolean) {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const mostTries = isMore && frames.length > 0 ? 50 : 0;
  for (let tries = 0; ; tries += 1) {
    const stop = stopSchema.parse(await page.evaluate('focusProbe.look(true)'));
    // The next key goes where the browser believes the focus to be, and the frame hears of that last.
    const isInFrame = stop?.name.startsWith('iframe') ?? false;
    const isHandedOver = (await Promise.all(frames.map(hasFocus))).includes(true) === isInFrame;
    if ((stop !== null && isHandedOver) || tries >= mostTries) return stop;
    await sleep(20);
  }
}

/** False for a frame that is gone by now. */
async function hasFocus(frame: Frame): Promise<boolean> {
  return await frame.evaluate<boolean>('document.hasFocus()').catch(() => false);
}
