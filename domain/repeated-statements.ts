/**
 * Share of a statement's words that must already be mentioned to make it a repeat: for a fact, and for an inference,
 * which has to mention its fact.
 */
export const FACT = 0.7;
export const INFERENCE = 0.85;
/** Fewer words match by chance: `Head of Sales`. */
export const FEWEST_WORDS = 4;

export type Person = { id: string; name: string | null };

/** Tracks what has been mentioned, so that no fact appears twice. */
export type RepeatFilter = {
  /**
   * Returns the text without repeated statements, or null if nothing is left. Statements end with their citations,
   * `[n]`.
   *
   * @param share FACT or INFERENCE.
   * @param about Id of the person it is about, if any: the same fact about two people is not a repeat.
   */
  leave: (text: string, share: number, about?: string | null) => string | null;
  tell: (text: string, about?: string | null) => void;
};

/** A sentence reduced to its content. */
export type Statement = {
  /** Its words in order. */
  key: string;
  words: ReadonlySet<string>;
  figures: ReadonlySet<string>;
  /** Words capitalized within the sentence: names, in most languages with capitals. */
  capitalized: ReadonlySet<string>;
  /** `capitalized` and, in scripts without capitals, all words that may be names. */
  names: ReadonlySet<string>;
  /** Its first word if capitalized: a name, or just the first word. */
  opening: string | null;
  cites: ReadonlySet<string>;
};

export type StatementReader = (part: string) => readonly Statement[];

/** Returns a reader that caches each text's statements across renderings of an email: segmenting is slow. */
export function createStatementReader(): StatementReader {
  const known = new Map<string, readonly Statement[]>();
  return (part) => {
    const statements = known.get(part) ?? readSentences(part);
    known.set(part, statements);
    return statements;
  };
}

/**
 * Returns a filter for repeats: statements found within an earlier one, or with related sources and all figures, names
 * and most words in common with it. Statements about different people are not repeats. Works in any language.
 *
 * @param people Matched by name to find out who the text is about.
 */
export function createRepeatFilter(read: StatementReader, people: readonly Person[]): RepeatFilter {
  const whoseWord = ownersOfWords(people);
  const told: { statement: Statement; about: ReadonlySet<string> }[] = [];
  const peopleOf = ({ words }: Statement, about: string | null) => {
    const named = [...words].flatMap((word) => whoseWord.get(word) ?? []);
    return new Set(about === null ? named : [about, ...named]);
  };
  return {
    leave(text, share, about = null) {
      const left = splitAtCitations(text).filter((part) => {
        const statements = read(part);
        return statements.length === 0 || !statements.every((statement) => isTold(statement, share, about));
      });
      return left.length === 0 ? null : left.join(' ');
    },
    tell(text, about = null) {
      for (const statement of splitAtCitations(text).flatMap(read)) {
        told.push({ statement, about: peopleOf(statement, about) });
      }
    },
  };

  function isTold(statement: Statement, share: number, about: string | null): boolean {
    const who = peopleOf(statement, about);
    return told.some(
      (earlier) =>
        (who.size === 0 || earlier.about.size === 0 || !who.isDisjointFrom(earlier.about)) &&
        repeats(statement, earlier.statement, share),
    );
  }
}

/** Maps words to the person they identify. A word two people share, such as a family name, identifies neither. */
function ownersOfWords(people: readonly Person[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, name } of people) {
    for (const word of new Set(wordsOf(name ?? '').map((one) => one.toLowerCase()))) {
      if (owners.has(word)) shared.add(word);
      owners.set(word, id);
    }
  }
  return new Map([...owners].filter(([word]) => !shared.has(word)));
}

function repeats(later: Statement, earlier: Statement, share: number): boolean {
  if (later.key === earlier.key) return true;
  if (later.words.size < FEWEST_WORDS) return false;
  if (` ${earlier.key} `.includes(` ${later.key} `)) return true;
  const citesTheSame = later.cites.isSubsetOf(earlier.cites) || later.cites.isSupersetOf(earlier.cites);
  return (
    later.cites.size > 0 &&
    earlier.cites.size > 0 &&
    citesTheSame &&
    later.figures.isSubsetOf(earlier.figures) &&
    later.capitalized.isSubsetOf(earlier.words) &&
    !namesApart(later, earlier) &&
    later.words.intersection(earlier.words).size >= share * later.words.size
  );
}

/** Returns whether each text mentions something the other doesn't, so that they are about different things. */
export function namesApart(
  one: Pick<Statement, 'names' | 'words'>,
  other: Pick<Statement, 'names' | 'words'>,
): boolean {
  return !one.names.isSubsetOf(other.words) && !other.names.isSubsetOf(one.words);
}

/** Words of scripts without capitals, except those only in hiragana, which are mostly particles and endings. */
const UNCASED = /^(?!\p{sc=Hiragana}+$).*\p{Lo}/u;

const CITATION = /\[(\d+)\]/g;

/**
 * Splits statements after their citations. Text after the last citation, such as why a point matters, belongs to the
 * last statement.
 */
function splitAtCitations(text: string): string[] {
  return text.split(/(?<=\[\d+\][.。]?)\s+(?!\[\d)(?=.*\[\d+\])/su);
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const segments = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Reads sentences. Each gets all citations, since older reports cite at the end of a paragraph, for all of it. */
function readSentences(part: string): Statement[] {
  const cites = new Set([...part.matchAll(CITATION)].map(([, number = '']) => number));
  const found: Statement[] = [];
  let start = '';
  for (const { segment } of sentences.segment(part.replaceAll(CITATION, ' '))) {
    const statement = readStatement(start + segment, cites);
    // `Dr. ` does not end a sentence.
    const isFragment = statement.words.size < FEWEST_WORDS;
    start = isFragment ? start + segment : '';
    if (!isFragment) found.push(statement);
  }
  const rest = readStatement(start, cites);
  return rest.key === '' ? found : [...found, rest];
}

/** Reads a sentence's content, in any language. */
export function readStatement(text: string, cites: ReadonlySet<string> = new Set()): Statement {
  const written = wordsOf(text);
  const words = written.map((word) => word.toLowerCase());
  const capitalized = new Set(words.filter((word, at) => at > 0 && word !== written[at]));
  return {
    key: words.join(' '),
    words: new Set(words),
    // `Corp0` and `Q3` are names.
    figures: new Set(words.filter((word) => /^\p{N}/u.test(word))),
    capitalized,
    names: capitalized.union(new Set(words.filter((word) => UNCASED.test(word)))),
    opening: words[0] === written[0] ? null : (words[0] ?? null),
    cites,
  };
}

function wordsOf(text: string): string[] {
  return [...segments.segment(text.normalize('NFKC'))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}
