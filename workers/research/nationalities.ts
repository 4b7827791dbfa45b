/** Adjectives that do not begin like their country's name, each with the words for it, folded. */
const COUNTRIES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'american us usa states america',
    'belgian belgium',
    'british britain uk kingdom',
    'chinese china',
    'czech czechia',
    'danish denmark',
    'dutch netherlands holland',
    'english england',
    'finnish finland',
    'french france',
    'greek greece',
    'irish ireland',
    'italian italy',
    'norwegian norway',
    'polish poland',
    'portuguese portugal',
    'scottish scotland',
    'spanish spain',
    'swedish sweden',
    'swiss switzerland',
    'turkish turkey',
    'welsh wales',
  ].flatMap((line): [string, string[]][] => {
    const [adjective = '', ...names] = line.split(' ');
    return [[adjective, names], ...names.map((name): [string, string[]] => [name, [adjective]])];
  }),
);

/** Other words for the same country: `netherlands`, `holland` of `dutch`, and the other way round; none of any other word. */
export function sameCountry(word: string): readonly string[] {
  return COUNTRIES.get(word) ?? [];
}
