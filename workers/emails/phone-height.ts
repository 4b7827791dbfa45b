import type { Block, Section } from './briefing-sections.ts';

/** One and a half screens of a 390 by 844 px phone. */
export const PHONE_HEIGHT = 1_266;

type Line = { characters: number; height: number; gap: number };

/** Characters per line and line height in px, in the fonts of most phones (Georgia, Roboto); see briefing-blocks.ts. */
const LINES = {
  paragraph: { characters: 46, height: 20, gap: 4 },
  bullet: { characters: 44, height: 20, gap: 3 },
  remark: { characters: 50, height: 18, gap: 2 },
  name: { characters: 46, height: 20, gap: 8 },
} as const satisfies Record<Block['kind'], Line>;
const TITLE: Line = { characters: 25, height: 29, gap: 6 };
const SECTION = 35;
const MINOR_SECTION = 28;
const SOURCE = 20;
/** The time, buttons, feedback and footer. */
const FRAME = 325;
/** Rendered small. */
const MARK = /\s?\[\d+\]/g;
/** Full-width letters. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\uff01-\uff60\u3000-\u303f]/gu;

/**
 * Estimates a briefing's height on a phone in px, to within a few lines, so that a mail can be shortened before it is
 * rendered.
 */
export function phoneHeight(title: string, sections: readonly Section[], sources: number): number {
  const parts = sections.map(({ isMinor = false, blocks }) =>
    blocks.reduce((sum, block) => sum + heightOf(textOf(block), LINES[block.kind]), isMinor ? MINOR_SECTION : SECTION),
  );
  return parts.reduce((sum, part) => sum + part, FRAME + heightOf(title, TITLE) + SOURCE * sources);
}

function heightOf(text: string, { characters, height, gap }: Line): number {
  const shown = text.replaceAll(MARK, ' ');
  const width = shown.length + (shown.match(WIDE)?.length ?? 0);
  return Math.max(1, Math.ceil(width / characters)) * height + gap;
}

function textOf(block: Block): string {
  if (block.kind !== 'name') return block.text;
  return [block.name, block.role ?? '', block.note].filter((part) => part !== '').join(', ');
}
