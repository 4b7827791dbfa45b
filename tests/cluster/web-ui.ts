import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { resolveChromium } from '#scripts/chromium.ts';

type Retry = {
  namespace: string;
  workflowId: string /** Where pictures go; null takes none. */;
  pictures: string | null;
};

/** What docs/operations.md tells an operator to do: find the parked workflow, read why, send it the update. */
export async function retryThroughWebUi(uiUrl: string, retry: Retry): Promise<void> {
  const browser = await chromium.launch({ executablePath: await resolveChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
    const query = encodeURIComponent('`NeedsOperator`=true');
    await page.goto(`${uiUrl}/namespaces/${retry.namespace}/workflows?query=${query}`);
    const link = page.getByRole('link', { name: retry.workflowId }).first();
    await link.waitFor({ timeout: 60_000 });
    await takePicture(page, retry, 'parked');
    await link.click();
    await page.getByText('Research is parked').first().waitFor({ timeout: 60_000 });
    await takePicture(page, retry, 'why');
    await page.getByRole('button', { name: 'More Actions' }).click();
    await takePicture(page, retry, 'actions');
    await page.getByRole('menuitem', { name: 'Send an Update' }).click();
    await chooseUpdate(page);
    await takePicture(page, retry, 'retry');
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden', timeout: 60_000 });
  } finally {
    await browser.close();
  }
}

async function chooseUpdate(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').first().click();
  await page.getByRole('option', { name: 'retryResearch' }).click();
}

async function takePicture(page: Page, { pictures }: Retry, name: string): Promise<void> {
  if (pictures === null) return;
  await page.waitForTimeout(1_500); // what is still loading comes in
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
