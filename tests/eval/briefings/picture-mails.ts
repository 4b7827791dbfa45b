import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { resolveChromium } from '#scripts/chromium.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { BriefingMail } from './briefing-mail.ts';

/** A current phone, and how many of its screens a briefing may take. */
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1_100, height: 800 };
const MOST_SCREENS = 1.5;

/**
 * The mail fonts found on phones, or ones with the same widths (Gelasio for Georgia); fallback
 * fonts are wider.
 */
const FONTS = { Georgia: 'gelasio', Roboto: 'roboto' };
const WEIGHTS = [400, 500, 600, 700];

/** Takes a picture of each email on phone and desktop. Returns a message for each that is too long or too wide. */
export async function pictureMails(
  mails: readonly BriefingMail[],
  folder: string,
  say: (line: string) => void,
): Promise<string[]> {
  const faults: string[] = [];
  const browser = await chromium.launch({
    executablePath: await resolveChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    for (const { name, mail } of mails) {
      for (const viewport of [PHONE, DESKTOP]) {
        const page = await browser.newPage({ viewport });
        await page.setContent(mail.html);
        await page.addStyleTag({ content: fontFaces() });
        await page.evaluate('Promise.all([...document.fonts].map((font) => font.load()))');
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        const height = await page.evaluate<number>('document.body.scrollHeight');
        await page.screenshot({ path: join(folder, `${name}-${viewport.width}.png`), fullPage: true });
        await page.close();
        if (width > viewport.width) faults.push(`${name} is ${width} px wide in a window of ${viewport.width} px`);
        if (viewport !== PHONE) continue;
        const screens = height / PHONE.height;
        say(`${name}: ${height} px, ${screens.toFixed(2)} phone screens`);
        if (screens > MOST_SCREENS) faults.push(`${name} takes ${screens.toFixed(2)} phone screens`);
      }
    }
  } finally {
    await browser.close();
  }
  return faults;
}

function fontFaces(): string {
  const faces = Object.entries(FONTS).flatMap(([family, font]) =>
    WEIGHTS.map((weight) => {
      const file = `node_modules/@fontsource/${font}/files/${font}-latin-${weight}-normal.woff2`;
      const data = readFileSync(join(repositoryRoot, file), 'base64');
      return `@font-face { font-family: ${family}; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) }`;
    }),
  );
  return faces.join('\n');
}
