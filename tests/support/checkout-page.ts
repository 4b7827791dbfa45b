import type { Page } from 'playwright';

export const CARDS = {
  good: '4242 4242 4242 4242',
  /** Declined on the page. */
  declined: '4000 0000 0000 0002',
  /** Accepted on the page and declined when charged. */
  failsLater: '4000 0000 0000 0341',
} as const;

/** Fills in and submits the card form of the sandbox's checkout page. */
export async function payOnCheckoutPage(page: Page, card: string = CARDS.good): Promise<void> {
  await page.waitForURL('**/c/pay/**');
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiration').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Cardholder name').fill('Ada Quinn');
  await page.getByRole('button', { name: /^(Start trial|Subscribe)$/ }).click();
}
