import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import * as z from 'zod';
import { resolveChromium } from '#scripts/chromium.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';

/**
 * Records the film on /demo from a running demo installation (`npm start`): `node scripts/demo/record-tour.ts
 * [http://localhost:3000]`. Writes film, poster and captions next to the player, and the images for link previews and
 * home screens.
 */
const productUrl = process.argv[2] ?? 'http://localhost:3000';
const size = { width: 1280, height: 720 };
const secondsPerStill = 7;
const outbox = z.object({ messages: z.array(z.object({ html: z.string() })) });
const playerFolder = join(repositoryRoot, 'web/src/features/demo');
const publicFolder = join(repositoryRoot, 'web/public');

/** Each step's caption, and how to get there from the previous step. */
const steps: { caption: string; go: (page: Page) => Promise<void> }[] = [
  {
    caption: 'The dashboard shows the week ahead and which meetings are external.',
    go: async (page) => {
      await page.getByRole('heading', { name: 'Upcoming Meetings' }).waitFor();
    },
  },
  {
    caption: 'The meeting list shows which meetings are external, based on the guests’ domains.',
    go: async (page) => {
      await page.goto('/app/meetings');
      await page.locator('a[data-meeting-row]').first().waitFor();
    },
  },
  {
    caption: 'Each meeting shows its progress: found, researched, briefed.',
    go: async (page) => {
      await page.locator('a[data-meeting-row]', { hasText: 'Brightwater' }).first().click();
      await page.getByRole('button', { name: 'View full research' }).waitFor();
    },
  },
  {
    caption: 'The research covers every external guest, says how certain it is, and gives a source for each fact.',
    go: async (page) => {
      await page.getByText('Who you meet').scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'View full research' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    caption: 'Two hours before the meeting, the findings arrive in your inbox as a briefing.',
    go: async (page) => {
      await page.setContent(await readBriefing());
    },
  },
];

const socialCard = `<div style="height:630px;padding:80px;display:flex;flex-direction:column;justify-content:space-between;background:var(--color-canvas)">
  <p style="font:44px/1 Newsreader"><span class="marker">Fore</span>word</p>
  <p style="font:96px/1.04 Newsreader;letter-spacing:-.02em;max-width:11em">Know who you are <span class="marker">about to meet</span></p>
  <p style="font:30px/1.3 'Instrument Sans';color:var(--color-ink2)">One cited briefing before every external meeting.</p>
</div>`;

const favicon = await readFile(join(publicFolder, 'favicon.svg'), 'utf8');
// Square: devices round the corners themselves.
const icon = `<div style="width:180px;height:180px;background:#1d1a16">${favicon}</div>`;

const browser = await chromium.launch({
  executablePath: await resolveChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const stills = await takeStills(browser);
  await writeFilm(browser, stills);
  await writeFile(join(playerFolder, 'tour.vtt'), captions());
  await writePicture(browser, 'social-card.png', { width: 1200, height: 630 }, socialCard);
  await writePicture(browser, 'apple-touch-icon.png', { width: 180, height: 180 }, icon);
} finally {
  await browser.close();
}

/**
 * Returns the newest briefing's HTML from the sandboxed mail service, whose port has a fixed offset from the product's.
 */
async function readBriefing(): Promise<string> {
  const mailService = new URL('/_control/outbox?to=dana@harborline.test', productUrl);
  mailService.port = String(Number(mailService.port) + 1005);
  const { messages } = outbox.parse(await (await fetch(mailService)).json());
  const [briefing] = messages;
  if (!briefing) throw new Error('No briefing has been mailed yet: the demo user gets one soon after the first start.');
  return briefing.html;
}

async function takeStills(browser: Browser): Promise<string[]> {
  const page = await browser.newPage({ baseURL: productUrl, viewport: size, reducedMotion: 'reduce' });
  await page.goto('/login');
  await page.getByLabel('Email').fill('dana@harborline.test');
  await page.getByLabel('Password', { exact: true }).fill('foreword-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/app**');
  const stills: string[] = [];
  for (const { go } of steps) {
    await go(page);
    await page.waitForTimeout(800);
    const still = await page.screenshot();
    stills.push(`data:image/png;base64,${still.toString('base64')}`);
  }
  await page.close();
  return stills;
}

async function writeFilm(browser: Browser, stills: string[]): Promise<void> {
  const page = await browser.newPage();
  await page.addScriptTag({ content: await readFile(join(import.meta.dirname, 'compose-film.js'), 'utf8') });
  const order = JSON.stringify({ stills, secondsPerStill, ...size });
  const { film, poster } = await page.evaluate<{ film: string; poster: string }>(`composeFilm(${order})`);
  await writeFile(join(playerFolder, 'tour.webm'), Buffer.from(film, 'base64'));
  await writeFile(join(playerFolder, 'tour.webp'), Buffer.from(poster.slice(poster.indexOf(',') + 1), 'base64'));
  await page.close();
}

function captions(): string {
  const clock = (seconds: number) => `00:${String(seconds).padStart(2, '0')}.000`;
  const cues = steps.map(
    ({ caption }, index) =>
      `${clock(index * secondsPerStill)} --> ${clock((index + 1) * secondsPerStill)}\n${caption}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** Renders an image in the product's fonts and colours. @param html its content */
async function writePicture(
  browser: Browser,
  name: string,
  viewport: { width: number; height: number },
  html: string,
): Promise<void> {
  const page = await browser.newPage({ baseURL: productUrl, viewport, colorScheme: 'light' });
  await page.goto('/');
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}; document.fonts.ready`);
  await page.screenshot({ path: join(publicFolder, name) });
  await page.close();
}
