import { shareSaid } from './support.ts';

const words = (pattern: string) => new RegExp(`\\b(?:${pattern})\\b`, 'gi');

/** Words of which the one says the opposite of the other where all else is the same. Only such as mean little else. */
const OPPOSITES = [
  [
    words(
      'rises?|rose|risen|rising|grows?|grew|grown|growing|increas(?:es?|ed|ing)|climb(?:s|ed|ing)?|surg(?:es?|ed|ing)|jump(?:s|ed)|doubl(?:es?|ed|ing)|tripl(?:es?|ed|ing)',
    ),
    words(
      'falls|fell|fallen|falling|drop(?:s|ped|ping)|declin(?:es?|ed|ing)|decreas(?:es?|ed|ing)|shr(?:inks?|ank|unk|inking)|slump(?:s|ed)?|plung(?:es?|ed|ing)|halv(?:es?|ed|ing)',
    ),
  ],
  [words('profits?|profitable'), words('loss(?:es)?|loss-making')],
  [words('wins?|won|winning'), words('los(?:es?|t|ing)')],
  [words('opens?|opened|opening'), words('clos(?:es?|ed|ing)|shut(?:s|ting)?')],
  [words('hir(?:es?|ed|ing)'), words('(?:lays?|laid|laying) off|dismiss(?:es|ed|ing)?')],
] as const;

const PLANNED = words('plan(?:s|ned|ning)?');
const OFF =
  '(?:cancel(?:s|l?ed|l?ing)?|scrap(?:s|ped|ping)?|abandon(?:s|ed|ing)?|shelv(?:es?|ed|ing)|drop(?:s|ped|ping)|ax(?:es|ed)|ditch(?:es|ed)?|call(?:s|ed)? off|g(?:ives?|ave|iven) up|withdr(?:aws?|ew|awn))';
const OFF_WORDS = words(OFF);
/** Beside the plan: `cancelled its plans`, `the plans were cancelled`. */
const CALLED_OFF = words(
  String.raw`${OFF}(?:\s+\S+){0,3}\s+plans?|plans?\s[^,.;]{0,60}\b(?:was|were|been|are|is)\s${OFF}`,
);

/** As much of the content words make a sentence the same as one of the sources but for the opposite. */
const SAME_SHARE = 0.8;

/** A figure, or words enough to be about the same: of `Northpeak is growing` a page says the like of many things. */
const TELLING = /\d|\p{L}{4,}.*?\p{L}{4,}/u;

/**
 * Whether a sentence says of something that it rose, won or opened of which the sources say in the same words that it fell, lost or closed, and in none
 * as like that it did so. A sentence that holds both says neither. A plan that was called off is none, and the other way round.
 *
 * @param said The sentences of the sources.
 */
export function isOpposed(sentence: string, said: readonly string[]): boolean {
  const isTurned = OPPOSITES.flatMap(([one, other]) => [
    { pair: [one, other], own: one, opposite: other },
    { pair: [one, other], own: other, opposite: one },
  ]).some(({ pair, own, opposite }) => {
    if (!holds(sentence, own) || holds(sentence, opposite)) return false;
    const alike = said.filter((text) => holds(text, own));
    const opposed = said.filter((text) => holds(text, opposite) && !holds(text, own));
    return isLiker(sentence, { opposed, alike }, pair);
  });
  return isTurned || isPlanTurned(sentence, said);
}

function isPlanTurned(sentence: string, said: readonly string[]): boolean {
  if (!holds(sentence, PLANNED)) return false;
  const plans = said.filter((text) => holds(text, PLANNED));
  const isOff = holds(sentence, CALLED_OFF);
  const [alike, opposed] = [isOff, !isOff].map((wanted) => plans.filter((text) => holds(text, CALLED_OFF) === wanted));
  return alike !== undefined && opposed !== undefined && isLiker(sentence, { opposed, alike }, [PLANNED, OFF_WORDS]);
}

/** Whether one that says the opposite is the same as the sentence but for these words, and liker to it than all that say what it says. */
function isLiker(
  sentence: string,
  { opposed, alike }: { opposed: readonly string[]; alike: readonly string[] },
  but: readonly RegExp[],
): boolean {
  const without = (text: string) => but.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);
  const rest = without(sentence);
  if (!TELLING.test(rest)) return false;
  const [most, own] = [opposed, alike].map((texts) =>
    Math.max(0, ...texts.map((text) => shareSaid(rest, without(text)))),
  );
  return most !== undefined && own !== undefined && most >= SAME_SHARE && most > own;
}

/** `search` begins at the beginning, whatever was looked for before. */
function holds(text: string, pattern: RegExp): boolean {
  return text.search(pattern) >= 0;
}
