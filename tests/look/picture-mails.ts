import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { BRIEFING_LANGUAGES, type BriefingLanguage } from '#domain/enumerations.ts';
import { resolveChromium } from '#scripts/chromium.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { installDebianPackages } from '#scripts/tools/debian.ts';
import { renderSampleMails, type SampleMail } from './sample-mails.ts';

/**
 * Renders the pictures for docs/mails.md: `node tests/look/picture-mails.ts`. Briefing, update,
 * digest and test briefing in both themes at 360 and 600 px, plus one sheet with every email per
 * language. Exits with 1 if an email is wider than its window, has a text line over 78 columns, or
 * the example exceeds one and a half phone screens. Needs no running product. If there is no
 * Japanese font, installs one, which needs root.
 */
const folder = join(repositoryRoot, 'docs/pictures/mails');
const WIDTHS = [600, 360] as const;
const THEMES = ['light', 'dark'] as const;
const COLUMNS = 6;
const TILE_WIDTH = 360;
const GAP = 16;
const CAPTION_HEIGHT = 50;
/** Sheets stay legible, at about half a megabyte each. */
const SHEET = { scale: 0.75, quality: 60 };
const JAPANESE_FONT = 'fonts-ipafont-gothic';
/** A locale for each language. */
const LOCALES: Record<BriefingLanguage, string> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  pt: 'pt-BR',
  nl: 'nl-NL',
  ja: 'ja-JP',
};
const MAX_COLUMNS = 78;
/** In px: one and a half phone screens for the example, a meeting with one guest and one company. */
const MAX_EXAMPLE_HEIGHT = 1_280;
/** Kinds with their own pictures. */
const LONG = new Set(['briefing', 'briefing-update', 'digest', 'test-briefing']);

await mkdir(folder, { recursive: true });
const japanese = await runCommand('fc-list', [':lang=ja', 'family']);
if (japanese.trim() === '') await installDebianPackages([JAPANESE_FONT]);
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
  }
  await pictureAll(browser, 'all-en-dark', { mails, colorScheme: 'dark' });
  for (const language of BRIEFING_LANGUAGES) {
    const written = await renderSampleMails(START, { language, locale: LOCALES[language], hourCycle: null });
    faults.push(...written.flatMap(({ kind, mail }) => longLines(`${kind} in ${language}`, mail.text)));
    faults.push(...(await pictureAll(browser, `all-${language}`, { mails: written, colorScheme: 'light' })));
  }
} finally {
  await browser.close();
}
const briefing = mails.find(({ kind }) => kind === 'briefing');
if (briefing) await writeFile(join(folder, 'briefing.txt'), `${briefing.mail.subject}\n\n${briefing.mail.text}\n`);
process.stdout.write(
  `${mails.length} emails, ${faults.length} faults\n${faults.map((fault) => `${fault}\n`).join('')}`,
);
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

/** Renders all emails on one sheet, at their full length on a phone. Returns a line for each that is too wide. */
async function pictureAll(
  from: Browser,
  name: string,
  { mails: shown, colorScheme }: { mails: readonly SampleMail[]; colorScheme: 'light' | 'dark' },
): Promise<string[]> {
  const width = COLUMNS * (TILE_WIDTH + GAP) + GAP;
  const page = await from.newPage({ viewport: { width, height: 800 }, colorScheme });
  const one = await from.newPage({ viewport: { width: TILE_WIDTH, height: 100 }, colorScheme });
  const columns = Array.from({ length: COLUMNS }, () => ({ height: 0, figures: '' }));
  const wide: string[] = [];
  for (const { kind, mail } of shown) {
    await one.setContent(mail.html);
    if ((await sizeOf(one, 'Width')) > TILE_WIDTH) wide.push(`${kind} is wider than ${TILE_WIDTH} px in ${name}`);
    const height = await sizeOf(one, 'Height');
    const frame = `<iframe width="${TILE_WIDTH}" height="${height}" style="border:0" srcdoc="${escape(mail.html)}"></iframe>`;
    const caption = `<figcaption style="font:13px monospace;padding:8px 0">${kind}: ${escape(mail.subject)}</figcaption>`;
    const shortest = columns.toSorted((first, second) => first.height - second.height)[0];
    if (!shortest) continue;
    shortest.height += height + CAPTION_HEIGHT;
    shortest.figures += `<figure style="margin:0">${caption}${frame}</figure>`;
  }
  const colors = colorScheme === 'light' ? 'background:#e1dfda;color:#1c1812' : 'background:#000;color:#f2f0ec';
  await page.setContent(
    `<body style="margin:0;padding:0 ${GAP}px ${GAP}px;display:grid;grid-template-columns:repeat(${COLUMNS},${TILE_WIDTH}px);gap:${GAP}px;${colors}">${columns.map(({ figures }) => `<div>${figures}</div>`).join('')}`,
  );
  await page.waitForTimeout(500);
  const height = await sizeOf(page, 'Height');
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width, height, scale: SHEET.scale };
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: SHEET.quality,
    captureBeyondViewport: true,
    clip,
  });
  await writeFile(join(folder, `${name}.webp`), data, 'base64');
  await page.close();
  await one.close();
  return wide;
}

async function sizeOf(page: Page, side: 'Width' | 'Height'): Promise<number> {
  return await page.evaluate<number>(`document.body.scroll${side}`);
}

/** Returns the lines over the limit, except for links, which cannot be wrapped. */
function longLines(kind: string, text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.length > MAX_COLUMNS && !line.includes('https://'))
    .map((line) => `${kind} as text: ${line}`);
}

function escape(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
