import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { BRIEFING_LANGUAGES } from '#domain/enumerations.ts';
import { DEFAULT_READER_LOCALE } from '#domain/locale.ts';
import { resolveChromium } from '#scripts/chromium.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { renderSampleMails, type SampleMail } from './sample-mails.ts';

/**
 * Draws the pictures of docs/mails.md: `node tests/look/picture-mails.ts`. Every mail in both themes at 360 and 600 px, the briefing in each language; exits with 1 where one is wider
 * than its window or has a line of text beyond 78 columns, or the example is longer than a phone shows on one and a half screens. Needs no running product.
 */
const folder = join(repositoryRoot, 'docs/pictures/mails');
const WIDTHS = [600, 360] as const;
const THEMES = ['light', 'dark'] as const;
/** Of a mail of an account in the picture of all of them; what is longer is cut. */
const TILE = { width: 360, height: 560 };
const MAX_COLUMNS = 78;
/** One and a half screens of a phone, for the example: a meeting with one guest and one company. */
const MAX_EXAMPLE_HEIGHT = 1_280;
/** Kinds that have pictures of their own. */
const LONG = new Set(['briefing', 'briefing-update', 'digest', 'test-briefing']);

await mkdir(folder, { recursive: true });
const START = new Date('2026-11-23T12:30:00.000Z');
const mails = await renderSampleMails(START);
const faults = mails.flatMap(({ kind, mail }) => longLines(kind, mail.text));
const browser = await chromium.launch({
  executablePath: await resolveChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      for (const sample of mails) faults.push(...(await picture(browser, sample, { width, colorScheme })));
    }
    const others = mails.filter(({ kind }) => !LONG.has(kind)).map(({ kind, mail }) => ({ name: kind, mail }));
    await pictureTiles(browser, `others-360-${colorScheme}`, { colorScheme, tiles: others, height: TILE.height });
  }
  const tiles: Tile[] = [];
  for (const language of BRIEFING_LANGUAGES) {
    const written = await renderSampleMails(START, { ...DEFAULT_READER_LOCALE, language });
    faults.push(...written.flatMap(({ kind, mail }) => longLines(`${kind} in ${language}`, mail.text)));
    tiles.push(...written.filter(({ kind }) => kind === 'briefing').map(({ mail }) => ({ name: language, mail })));
  }
  await pictureTiles(browser, 'languages-360-light', { colorScheme: 'light', tiles, height: 900 });
} finally {
  await browser.close();
}
const briefing = mails.find(({ kind }) => kind === 'briefing');
if (briefing) await writeFile(join(folder, 'briefing.txt'), `${briefing.mail.subject}\n\n${briefing.mail.text}\n`);
process.stdout.write(`${mails.length} mails, ${faults.length} faults\n${faults.map((fault) => `${fault}\n`).join('')}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function picture(
  from: Browser,
  { kind, mail }: SampleMail,
  { width, colorScheme }: { width: number; colorScheme: 'light' | 'dark' },
): Promise<string[]> {
  const page = await from.newPage({ viewport: { width, height: 800 }, colorScheme });
  await page.setContent(mail.html);
  const shown = await sizeOf(page, 'Width');
  const height = await sizeOf(page, 'Height');
  if (LONG.has(kind)) {
    await page.screenshot({ path: join(folder, `${kind}-${width}-${colorScheme}.png`), fullPage: true });
  }
  await page.close();
  if (LONG.has(kind)) process.stdout.write(`${kind}, ${width} px, ${colorScheme}: ${height} px high\n`);
  const isLong = kind === 'test-briefing' && width === 360 && height > MAX_EXAMPLE_HEIGHT;
  return [
    ...(shown > width ? [`${kind} is ${shown} px wide in a window of ${width} px, ${colorScheme}`] : []),
    ...(isLong ? [`${kind} is ${height} px high, more than ${MAX_EXAMPLE_HEIGHT}`] : []),
  ];
}

type Tile = { name: string; mail: SampleMail['mail'] };

/** Mails side by side, as a phone shows them. */
async function pictureTiles(
  from: Browser,
  name: string,
  { colorScheme, tiles, height }: { colorScheme: 'light' | 'dark'; tiles: readonly Tile[]; height: number },
): Promise<void> {
  const page = await from.newPage({ viewport: { width: 4 * (TILE.width + 16) + 16, height: 800 }, colorScheme });
  const figures = tiles.map(({ name: caption, mail }) => {
    const frame = `<iframe width="${TILE.width}" height="${height}" style="border:0" srcdoc="${escape(mail.html)}"></iframe>`;
    return `<figure style="margin:0"><figcaption style="font:13px monospace;padding:8px 0">${caption}</figcaption>${frame}</figure>`;
  });
  const colors = colorScheme === 'light' ? 'background:#e1dfda;color:#1c1812' : 'background:#000;color:#f2f0ec';
  await page.setContent(
    `<body style="margin:0;padding:16px;display:grid;grid-template-columns:repeat(4,1fr);gap:16px;${colors}">${figures.join('')}`,
  );
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.close();
}

async function sizeOf(page: Page, side: 'Width' | 'Height'): Promise<number> {
  return await page.evaluate<number>(`document.body.scroll${side}`);
}

/** A link is as long as it is. */
function longLines(kind: string, text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.length > MAX_COLUMNS && !line.includes('https://'))
    .map((line) => `${kind} as text: ${line}`);
}

function escape(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
