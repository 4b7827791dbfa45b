import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { fillSignInForm, holdOnce } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';

const { openTab } = await startBrowserProduct();

test.each(['replaces', 'wraps'] as const)('the login page works while a translator %s its texts', async (way) => {
  const { page, faults } = await openTab();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in', exact: true, disabled: false }).waitFor();
  // The script that follows translations loads last and replaces this method.
  await expect.poll(() => page.evaluate<string>('String(Node.prototype.removeChild)')).not.toContain('[native code]');
  await translate(page, way);
  await page.getByRole('heading', { name: 'SIGN IN TO FOREWORD' }).waitFor();

  const free = await holdOnce(page, '**/api/auth/sign-in/email');
  await fillSignInForm(page, 'dana@harborline.test', 'SIGN IN');
  // A spinner next to the new label: both updates affect nodes that the translator changed.
  const busy = page.getByRole('button', { name: 'Signing in...', exact: true });
  await busy.locator('svg').waitFor();
  expect(await busy.textContent()).toBe('Signing in...');
  free();
  await page.getByRole('alert').getByText('Invalid email or password.').waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(faults.consoleErrors.filter((error) => !error.includes('401'))).toEqual([]);
});

/** Converts the page's texts to capitals, replacing or wrapping them as browsers' translators do. */
async function translate(page: Page, way: 'replaces' | 'wraps'): Promise<void> {
  await page.evaluate(`
    const walker = document.createTreeWalker(document.getElementById('root'), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const font = document.createElement('font');
      text.before(font);
      if (${way === 'wraps'}) {
        font.append(text);
        text.data = text.data.toUpperCase();
      } else {
        font.append(text.data.toUpperCase());
        text.remove();
      }
    }
  `);
}
