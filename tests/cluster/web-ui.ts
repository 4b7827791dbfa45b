import { join } from 'node:path';
import { chromium, type Frame, type Page } from 'playwright';
import { resolveChromium } from '#scripts/chromium.ts';

type Retry = {
  namespace: string;
  workflowId: string;
  /** The folder for screenshots; null takes none. */
  pictures: string | null;
};

/** Follows docs/operations.md: finds the parked workflow, reads why it is parked, and sends it the update. */
export async function retryThroughWebUi(uiUrl: string, retry: Retry): Promise<void> {
  const browser = await chromium.launch({ executablePath: await resolveChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 860 } });
    const query = encodeURIComponent('`NeedsOperator`=true');
    await page.goto(`${uiUrl}/namespaces/${retry.namespace}/workflows?query=${query}`);
    const link = page.getByRole('link', { name: retry.workflowId }).first();
    await link.waitFor({ timeout: 60_000 });
    await takePicture(page, retry, 'parked');
    await link.click();
    await page.getByText('User Metadata').first().click();
    await untilDetailsSay(page, 'Research is parked');
    await takePicture(page, retry, 'why');
    await sendUpdate(page, 'retryResearch', (name) => takePicture(page, retry, name));
  } finally {
    await browser.close();
  }
}

/** Sends an update without arguments from a workflow's page. `seen` is called with each view: `actions`, `retry`. */
export async function sendUpdate(
  page: Page,
  update: string,
  seen: (view: string) => Promise<void> = async () => undefined,
): Promise<void> {
  await page.getByRole('button', { name: 'More Actions' }).click();
  await seen('actions');
  await page.getByRole('menuitem', { name: 'Send an Update' }).click();
  await page.locator('[aria-controls="update-select-select"]:visible').first().click();
  await page.getByRole('option', { name: update }).click();
  await seen('retry');
  await page.getByRole('button', { name: 'Submit' }).last().click();
  await page.getByText('Send an Update').locator('visible=true').first().waitFor({ state: 'hidden', timeout: 60_000 });
}

/** Waits until the workflow details, which the UI renders in separate frames, contain the text. */
async function untilDetailsSay(page: Page, text: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const shown = await Promise.all(page.frames().map((frame) => isShown(frame, text)));
    if (shown.includes(true)) return;
    if (Date.now() > deadline) throw new Error(`The details never said: ${text}`);
    await page.waitForTimeout(250);
  }
}

async function isShown(frame: Frame, text: string): Promise<boolean> {
  try {
    return (await frame.getByText(text).count()) > 0;
  } catch (error) {
    if (frame.isDetached()) return false; // replaced since it was listed
    throw error;
  }
}

async function takePicture(page: Page, { pictures }: Retry, name: string): Promise<void> {
  if (pictures === null) return;
  await page.waitForTimeout(1_500); // lets loading finish
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
