import type { Page } from 'playwright';

export const CARDS = {
  good: '4242 4242 4242 4242',
  /** Refused on the page. */
  declined: '4000 0000 0000 0002',
  /** Taken on the page, and refused when it is charged. */
  failsLater: '4000 0000 0000 0341',
} as const;

/** Fills in the card on the sandbox's checkout page, once the browser is there, and presses its button. */
export async function payOnCheckoutPage(page: Page, card: string = CARDS.good): Promise<void> {
  await page.waitForURL('**/c/pay/**');
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiration').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Cardholder name').fill('Ada Quinn');
  await page.getByRole('button', { name: /^(Start trial|Subscribe)$/ }).click();
}
