import { cutText } from './cut-text.ts';
import { hostOfAddress } from './registrable-domain.ts';

const MAX_EXCERPT_CHARACTERS = 160;
/** Scripts without spaces between words, or that attach particles to names. */
const UNSPACED_SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\uff70\p{sc=Hangul}\p{sc=Thai}`;
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
/** The boundary between a letter of these scripts and any other in folded text: `Smith氏`. */
const BETWEEN_SCRIPTS = new RegExp(
  `(?<=[${UNSPACED_SCRIPTS}])(?=[^ ${UNSPACED_SCRIPTS}])|(?<=[^ ${UNSPACED_SCRIPTS}])(?=[${UNSPACED_SCRIPTS}])`,
  'gu',
);
/** An ending that languages add to names: `Brightwaters`, `Nokian`, `Ankarada`. It can also be part of another name. */
const ENDING = String.raw`\p{L}{0,3}`;
/**
 * Ends a clause: a line break, any character that never occurs in a name or between its words, or a full stop after a
 * word rather than an initial.
 */
const CLAUSE_END = /[^\p{L}\p{M}\p{N}\p{Zs}\t.'\u2019*_-]+|(?<=\p{L}{2})\.(?=[\p{Zs}\t])/u;
/** Letters that do not decompose into a plain letter and an accent. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['ð', 'd'],
  ['ø', 'o'],
  ['þ', 'th'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ł', 'l'],
  ['œ', 'oe'],
]);
/**
 * Possible spellings of each letter of a name, as a pattern: addresses and domains write `mueller`, some pages
 * `Muller`.
 */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['a', '[aäå]'],
  ['o', '[oöø]'],
  ['u', '[uü]'],
  ['ae', '(?:ae|ä)'],
  ['oe', '(?:oe|[öø])'],
  ['ue', '(?:ue|ü)'],
  ['aa', '(?:aa|å)'],
  ['ä', '(?:ä|ae?)'],
  ['ö', '(?:[öø]|oe?)'],
  ['ø', '(?:[öø]|oe?)'],
  ['ü', '(?:ü|ue?)'],
  ['å', '(?:å|aa?)'],
]);
/** Titles and suffixes as people write them next to names, in lower case and without full stops. */
const TITLES: ReadonlySet<string> = new Set(
  'ba bsc cfa cpa dame dipl dr drs esq frau herr ii iii ing ir jr ma mag mba md miss mr mrs ms msc mx phd prof sir sr'.split(
    ' ',
  ),
);
/** Words in lower case within names. */
const PARTICLES: ReadonlySet<string> = new Set(
  'af al bin bint da das de dei del della den der des di do dos du e el ibn la las le los ten ter und van von y zu zum zur'.split(
    ' ',
  ),
);
/**
 * Japanese, Chinese and Korean honorifics that can follow any name. Unlike ranks and professions, there are only a few,
 * and names never end in one.
 */
const HONORIFIC = /(?<=\S) ?(?:様|さま|さん|氏|殿|先生|女士|小姐|님|씨|귀하)$/u;
/** Soft hyphens, joiners and direction marks: they occur within words but are invisible on pages. */
const INVISIBLE = /\p{Cf}/gu;
/**
 * Marks of no particular script, such as accents. Vowel signs and the voicing marks of kana distinguish names as
 * letters do: कुमार and कुमारी, か and が.
 */
const ACCENTS = /(?![\u3099\u309a])\p{sc=Inherited}/gu;
/** Spells out both cases: the `i` flag would make the iota subscript among these marks match every Greek iota. */
const ACCENTS_BUT_UMLAUTS = /(?<![aouAOU])\u0308|(?<![aA])\u030a|(?![\u0308\u030a\u3099\u309a])\p{sc=Inherited}/gu;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A capital, or a letter without one. Georgian letters are lower case, but names don't capitalize them. */
const NAME_LETTER = /[^\P{L}\p{CWT}]/u;
/** A character that doesn't occur in names. */
const NO_NAME = /[^\p{L}\p{M}.'\u2019\u30fb-]/u;
/** Ends a name: `Jane Doe | Acme`, `Jane Doe/NYC/Acme`, `Jane Doe - Acme`, or a bracket that is never closed. */
const END_OF_NAME = /[|/@([{<]|\s[-\u2013\u2014]\s/u;

/**
 * Returns the full name in a display name as directories write them: `Jane Doe` for `Doe, Jane (Sales)` and `Doe,
 * Jane:SALES`. Null unless it then looks like one: two to five words, or a few characters of a script without spaces.
 * Anything else (a prompt injection, for example) is not searched for.
 */
export function fullName(displayName: string, email: string): string | null {
  const plain = displayName
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|<[^<>]*>/g, ' ');
  const [first = '', second = ''] = (plain.split(END_OF_NAME)[0] ?? '').split(',').map(toNameWords);
  // An address that spells the name shows that what follows the comma is something else: `Jane Doe, Acme`.
  const isOther = isTitle(second, first) || isCompany(second, email) || holdsPerson(first, nameInAddress(email));
  const isReversed = second !== '' && !isOther;
  const name = isReversed ? `${second} ${first}`.trim() : first;
  return isFullName(name) ? name : null;
}

/** Returns the name in a display name of just one word; null for others. One word is too little to search for. */
export function onlyName(displayName: string): string | null {
  const name = displayName.normalize('NFKC').replaceAll(INVISIBLE, '').trim();
  return /^[\p{L}\p{M}'\u2019-]{2,60}$/u.test(name) ? name : null;
}

/** Drops honorifics, and words with characters that names don't have. If no word is left, cuts each there: `Jane:X`. */
function toNameWords(text: string): string {
  const words = text.split(/[\p{Zs}\t]+/u).filter((word) => word !== '');
  const names = words.filter((word) => !NO_NAME.test(word));
  return (names.length > 0 ? names : words.map((word) => word.split(NO_NAME)[0] ?? ''))
    .join(' ')
    .trim()
    .replace(HONORIFIC, '');
}

/** Returns whether a title (`PhD`, `Jr.`) follows the comma, not the first name after a two-word family name. */
function isTitle(text: string, before: string): boolean {
  if (text.split(' ').every(isTitleWord)) return true;
  return before.includes(' ') && before !== before.toUpperCase() && /\p{Lu}\p{L}*\p{Lu}|\./u.test(text);
}

function isTitleWord(word: string): boolean {
  return TITLES.has(fold(word).replaceAll(' ', ''));
}

/** Returns whether what follows the comma is in the address' host: `Acme` in `jdoe@acme.com`. */
function isCompany(text: string, email: string): boolean {
  const name = fold(text).replaceAll(' ', '');
  const host = fold(hostOfAddress(email) ?? '').replaceAll(' ', '');
  return name.length > 2 && host.includes(name);
}

function isFullName(name: string): boolean {
  const isOfWords = /^[\p{L}\p{M}.'\u2019-]+(?:[ \u30fb][\p{L}\p{M}.'\u2019-]+){1,4}$/u.test(name);
  return (isOfWords && name.length <= 60) || /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]{2,8}$/u.test(name);
}

/** Returns `Leonie Hartmann` for `leonie.hartmann@...`; null unless the address spells a first and last name. */
export function nameInAddress(email: string): string | null {
  const words = email.slice(0, email.lastIndexOf('@')).split(/[._]/);
  if (words.length !== 2 || !words.every((word) => /^\p{L}{2,}$/u.test(word))) return null;
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
}

function firstNameInAddress(email: string): string | null {
  const name = email.slice(0, email.lastIndexOf('@'));
  return /^\p{L}{3,}$/u.test(name) ? name : null;
}

/**
 * Returns whether the text contains a name, ignoring accents, case, punctuation and a short ending. The ending may be
 * part of another name, so use this only where a miss would be worse than a false match.
 */
export function holdsName(text: string, name: string): boolean {
  const wanted = fold(name);
  if (wanted === '') return false;
  if (UNSPACED.test(wanted)) return fold(text).includes(wanted);
  return new RegExp(` ${wanted}${ENDING} `, 'u').test(` ${fold(text)} `);
}

/**
 * Returns whether the text names a person: in full, or by first and last name within a clause. Titles, initials and up
 * to two middle names don't matter, nor do accents and how an address spells them (`mueller`). The family name may come
 * first (`SCHMIDT Anna`, or `Schmidt, Anna` on its own), but not further ahead: `Klaus Schmidt and Anna Weber` are
 * other people. The last of four or more names may be missing if no other name takes its place.
 */
export function holdsPerson(text: string, name: string | null): boolean {
  if (name === null) return false;
  if (UNSPACED.test(name)) {
    const characters = Array.from(fold(name).replaceAll(' ', ''));
    return new RegExp(characters.join(' ?'), 'u').test(fold(text));
  }
  const read = foldKeepingUmlauts(text);
  if (new RegExp(` ${spell(name)} `, 'u').test(` ${read} `)) return true;

  const words = withoutTitles(name.split(' '));
  const [first, last] = [words[0], words.at(-1)].map((word = '') => spell(word));
  if (words.length < 2 || !first || !last) return false;
  const short = spellShort(words);
  if (![first, [last, ...short].join('|')].every((word) => new RegExp(word, 'u').test(read))) return false;
  const middle = '(?: [^ |~]+){0,2}';
  const orders = [
    `~?${first}${middle} ~?${last}`,
    `~?${last} ~?${first}`,
    `\\| ~?${last} \\| ~?${first}${middle} \\|`,
    ...short.map((pattern) => `${pattern}(?= [|~])`),
  ];
  return new RegExp(` (?:${orders.join('|')}) `, 'u').test(toClauses(text));
}

/**
 * Returns whether the text may name someone who must not be named: like `holdsPerson`, or by any two words of the name
 * within a clause (`María García` for `María García López`), or by its only word. In scripts with capitals, words must
 * have one: `Will`, but not `will`. Words may have an ending. Also matches similar names, so it can't identify anyone.
 *
 * @param person Without a known name, the address counts if it may be a first name: `ines@...`.
 */
export function mayNamePerson(text: string, person: { name: string | null; email: string }): boolean {
  const name = person.name ?? firstNameInAddress(person.email);
  if (name === null) return false;
  const parts = name.split(/[ \u30fb-]/).filter((word) => !PARTICLES.has(fold(word)));
  const words = withoutTitles(parts);
  const isOne = words.length === 1 && !UNSPACED.test(name);
  const fewest = isOne ? 1 : 2;
  // The dropped title may be part of the name: `Ma Jun`. Without an ending, at least `June` doesn't match it.
  const ending = isOne && parts.length > 1 ? '' : ENDING;
  const isInClause = toNames(text).some((clause) => {
    const places = words.map((word) => placesOf(clause, word, ending)).filter(({ length }) => length > 0);
    return places.length >= fewest && new Set(places.flat()).size >= fewest;
  });
  return isInClause || (!isOne && holdsPerson(text, name));
}

/** Returns each clause's folded words without those in lower case. */
function toNames(text: string): string[] {
  return text
    .replaceAll(INVISIBLE, '')
    .split(CLAUSE_END)
    .map((clause) => clause.split(/\s+/u).filter((word) => NAME_LETTER.test(word)))
    .map((words) => foldKeepingUmlauts(words.join(' ')));
}

/** Returns the positions of a name's word in folded text. */
function placesOf(folded: string, word: string, ending: string): number[] {
  const pattern = UNSPACED.test(word) ? spell(word) : ` ${spell(word)}${ending}(?= )`;
  return [...` ${folded} `.matchAll(new RegExp(pattern, 'gu'))].map(({ index }) => index);
}

/**
 * Returns a pattern for a name without its final words: `María José Carreño` of `María José Carreño Quiñones`. Empty
 * for names of fewer than four words, as the first two may both be given names.
 */
function spellShort(words: readonly string[]): string[] {
  const third = words.flatMap((word, at) => (PARTICLES.has(fold(word)) ? [] : [at]))[2] ?? words.length;
  if (third >= words.length - 1) return [];
  const further = words.slice(third + 1, -1).reduceRight((rest, word) => `(?: ${spell(word)}${rest})?`, '');
  return [`${spell(words.slice(0, third + 1).join(' '))}${further}`];
}

/** Returns the words of a name without titles and initials. */
function withoutTitles(words: readonly string[]): string[] {
  const isInitial = (word: string) => word.endsWith('.') || (word.length < 2 && !UNSPACED.test(word));
  return words.filter((word) => !isInitial(word) && !isTitleWord(word));
}

/** Returns the folded clauses between bars, with `~` before words that can't be middle names: `met`, `氏`. */
function toClauses(text: string): string {
  const mark = (word: string) => {
    const isName = !/^\p{P}*\p{CWT}/u.test(word) || PARTICLES.has(fold(word));
    return foldKeepingUmlauts(word).replaceAll(/[^ ]+/g, (part) =>
      isName && !UNSPACED.test(part) ? part : `~${part}`,
    );
  };
  const clauses = text
    .replaceAll(INVISIBLE, '')
    .split(CLAUSE_END)
    .map((clause) =>
      clause
        .split(/[\p{Zs}\t]+/u)
        .map(mark)
        .filter((word) => word !== '')
        .join(' '),
    );
  return ` | ${clauses.filter((clause) => clause !== '').join(' | ')} | `;
}

/** Returns the first sentence that names the person, shortened if long; an empty string if none does. */
export function sentenceNaming(text: string, name: string | null): string {
  if (!holdsPerson(text, name)) return '';
  const lines = text.split('\n').filter((line) => holdsPerson(line, name));
  const sentences = lines.flatMap((line) => [...SENTENCES.segment(line)].map(({ segment }) => segment.trim()));
  const sentence = sentences.find((one) => holdsPerson(one, name)) ?? '';
  return sentence.length <= MAX_EXCERPT_CHARACTERS ? sentence : `${cutText(sentence, MAX_EXCERPT_CHARACTERS)}…`;
}

/** Returns whether the text contains the whole address. */
export function holdsAddress(text: string, email: string): boolean {
  const words = text
    .replaceAll(INVISIBLE, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}@._+-]+/u);
  return words.some((word) => withoutMarks(word) === email);
}

/** Trims punctuation at both ends. Not a regular expression, which would be quadratic on a long row of dashes. */
function withoutMarks(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && '._-'.includes(word.charAt(start))) start += 1;
  while (end > start && '._-'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

/** Returns whether the text has a name's letters in any spelling, even within a word: `wuerthgroup` for `Würth`. */
export function holdsLetters(text: string, name: string): boolean {
  const pattern = spell(name).replaceAll(' ', '');
  return pattern !== '' && new RegExp(pattern, 'u').test(foldKeepingUmlauts(text).replaceAll(' ', ''));
}

/** Returns a pattern for the name in text from `foldKeepingUmlauts`. */
function spell(name: string): string {
  return foldKeepingUmlauts(name).replaceAll(/ae|oe|ue|aa|[aouäöøüå]/g, (letters) => SPELLINGS.get(letters) ?? letters);
}

/** Folds the text except for ä, ö, ø, ü and å. */
export function foldKeepingUmlauts(text: string): string {
  return foldLetters(text.normalize('NFD').replaceAll(ACCENTS_BUT_UMLAUTS, '').normalize('NFC'), /[ßæðþđıłœ]/g);
}

/**
 * Returns the text in lower case and plain letters, without punctuation, with single spaces. Adds one between a script
 * written with spaces and one without.
 */
export function fold(text: string): string {
  // If left decomposed, a Hangul syllable would contain the shorter ones it begins with.
  return foldLetters(text.normalize('NFD').replaceAll(ACCENTS, '').normalize('NFC'), /[ßæðøþđıłœ]/g);
}

function foldLetters(text: string, letters: RegExp): string {
  return text
    .replaceAll(INVISIBLE, '')
    .toLowerCase()
    .replaceAll(letters, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replaceAll(BETWEEN_SCRIPTS, ' ')
    .trim();
}
