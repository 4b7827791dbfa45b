import type { Block, Section } from './briefing-sections.ts';

/** One and a half screens of a 390 by 844 px phone. */
export const PHONE_HEIGHT = 1_266;

type Line = { characters: number; height: number; gap: number };

/**
 * Characters per line, line height and margin in px (less if margins collapse), in the fonts of most
 * phones (Georgia, Roboto); see briefing-blocks.tsx.
 */
const LINES = {
  paragraph: { characters: 53, height: 20, gap: 4 },
  bullet: { characters: 51, height: 20, gap: 3 },
  remark: { characters: 50, height: 18, gap: 2 },
  name: { characters: 52, height: 20, gap: 5 },
} as const satisfies Record<Block['kind'], Line>;
const TITLE: Line = { characters: 30, height: 29, gap: 6 };
/** The invitation's documents, and the link for setting a goal. */
const SMALL_PRINT: Line = { characters: 50, height: 18, gap: 8 };
/** A section's heading with its note. */
const HEADING: Line = { characters: 44, height: 21, gap: 12 };
const MINOR_SECTION = 28;
const SOURCE = 20;
/** The time, buttons, the link to what was left out, feedback and footer. */
const FRAME = 337;
/** A citation, which is rendered small. */
const MARK = /\s?\[\d+\]/g;
/** Characters twice as wide as Latin letters. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\uff01-\uff60\u3000-\u303f]/gu;

/**
 * Estimates a briefing's height on a phone in px, to within a few lines, so that an email can be shortened before it is
 * rendered.
 *
 * @param smallPrint The lines between title and sections.
 * @param sources Number of listed sources.
 */
export function phoneHeight({ title, smallPrint, sections, sources }: Parts): number {
  const parts = [
    heightOf(title, TITLE),
    ...smallPrint.map((text) => heightOf(text, SMALL_PRINT)),
    ...sections.map(({ heading, note = '', isMinor = false }) =>
      isMinor ? MINOR_SECTION : heightOf(`${heading} ${note}`, HEADING),
    ),
    ...sections.flatMap(({ blocks }) => blocks.map((block) => heightOf(textOf(block), LINES[block.kind]))),
  ];
  return parts.reduce((sum, part) => sum + part, FRAME + SOURCE * sources);
}

type Parts = { title: string; smallPrint: readonly string[]; sections: readonly Section[]; sources: number };

function heightOf(text: string, { characters, height, gap }: Line): number {
  const shown = text.replaceAll(MARK, ' ');
  const width = shown.length + (shown.match(WIDE)?.length ?? 0);
  return Math.max(1, Math.ceil(width / characters)) * height + gap;
}

function textOf(block: Block): string {
  if (block.kind !== 'name') return block.text;
  return [block.name, block.role ?? '', block.note].filter((part) => part !== '').join(', ');
}
