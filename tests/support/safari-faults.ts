import type { CDPSession, Page } from 'playwright';

/** Kept open: closing one also removes the page's virtual authenticators. */
const sessions = new WeakMap<Page, CDPSession>();

/**
 * Returns what only Safari would do wrong on the current page: zoom in on a focused field on a phone, because its text
 * is smaller than 16 px, or announce a list as plain text, because it has no marker style and is not in a `nav`.
 */
export async function findSafariFaults(page: Page): Promise<string[]> {
  const devTools = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, devTools);
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const faults = await page.evaluate<string[]>(`
    (() => {
      const find = (selector, isWrong) =>
        [...document.querySelectorAll(selector)].filter((element) => isWrong(getComputedStyle(element)));
      const fields = 'input:not([type="radio"], [type="checkbox"]), select, textarea, [contenteditable]';
      return [
        ...find(fields, ({ fontSize }) => parseFloat(fontSize) < 16).map(({ outerHTML }) => 'zooms: ' + outerHTML),
        ...find(':is(ul, ol):not(nav *, [role])', ({ listStyleType }) => listStyleType === 'none')
          .map(({ outerHTML }) => 'no list: ' + outerHTML),
      ];
    })()
  `);
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  return faults;
}
