import type { RunSource } from './sources.ts';

/** How much a figure is multiplied by: the letter for it, and the words and short forms of the languages that pages are in. */
const MAGNITUDES = {
  thousand: { letter: 'k', words: String.raw`thousand|tsd|tausend|mille|mila|mil(?! mil)|duizend` },
  million: { letter: 'm', words: String.raw`mill?i?[o\u00f3]n\p{L}*|milh\p{L}+|miljo\p{L}*|mln|mio|mn` },
  billion: {
    letter: 'b',
    words: String.raw`billions?|milli?ard\p{L}*|mili?ard\p{L}*|miljard\p{L}*|bilh\p{L}+|mil millones|mrd|mld|mds?|mia|bn`,
  },
  trillion: { letter: 't', words: String.raw`trillions?|bio|tn` },
} as const;

const CURRENCY = String.raw`[$\u20ac\u00a3\u00a5]|\b(?:USD|EUR|GBP|CHF|SEK|NOK|DKK)\b`;
const MONEY_BEFORE = new RegExp(String.raw`(?:${CURRENCY})\s?$`, 'u');
const MONEY_BEHIND = new RegExp(
  String.raw`^[\s-]?\p{L}(?:\s?(?:${CURRENCY})|\s(?:euros?|dollars?|pounds?|francs?)\b)`,
  'iu',
);
/** `5 m` may be metres; with money it is a million. */
const IS_LETTER = /^[\s-]?[kmbt](?!\p{L})/iu;

const PATTERNS = Object.entries(MAGNITUDES).map(([magnitude, { letter, words }]) => ({
  magnitude,
  /** Behind a figure. */
  behind: new RegExp(String.raw`^[\s-]?(?:${words}|${letter})(?![\p{L}\p{N}])`, 'iu'),
  /** Anywhere on a page, as over a table: `in million euros`, `EUR m`. */
  anywhere: new RegExp(String.raw`(?<!\p{L})(?:${words}|(?:${CURRENCY})\s?${letter})(?!\p{L})`, 'iu'),
}));
type Magnitude = (typeof PATTERNS)[number];

/** As it is compared, and how much it is multiplied by; null where no word says. */
type Figure = { digits: string; magnitude: Magnitude | null };

/**
 * Whether each figure of a text stands in a source, however thousands are separated, and with the same magnitude: three million are no three billion.
 * A table may name the magnitude once, so a figure that stands alone counts where its source names that magnitude anywhere.
 */
export function hasFiguresOf(text: string, cited: readonly RunSource[]): boolean {
  const pages = cited.map(({ title, text: page, age }) => `${title} ${page} ${age ?? ''}`);
  const known = pages.map((page) => ({ page, figures: figures(page) }));
  return figures(text, { isClaim: true }).every(({ digits, magnitude }) =>
    known.some(({ page, figures: there }) =>
      there.some(
        (figure) =>
          figure.digits === digits &&
          (magnitude === null ||
            figure.magnitude === magnitude ||
            (figure.magnitude === null && magnitude.anywhere.test(page))),
      ),
    ),
  );
}

function figures(text: string, { isClaim } = { isClaim: false }): Figure[] {
  return [...text.matchAll(/\d+(?:[.,\u00a0\u202f']\d+)*/g)].map(({ 0: figure, index }) => {
    const [before, behind] = [text.slice(Math.max(0, index - 8), index), text.slice(index + figure.length)];
    const isMoney = MONEY_BEFORE.test(before) || MONEY_BEHIND.test(behind.slice(0, 16));
    const isUnsure = isClaim && IS_LETTER.test(behind) && !isMoney;
    return {
      digits: figure.replaceAll(/[,.\u00a0\u202f'](?=\d{3}(?:\D|$))/g, '').replace(',', '.'),
      magnitude: isUnsure ? null : (PATTERNS.find((one) => one.behind.test(behind.slice(0, 24))) ?? null),
    };
  });
}
