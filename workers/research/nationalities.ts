/** Words for one country that do not begin alike, its adjective among them, folded. */
const COUNTRIES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'american us usa america',
    'belgian belgium',
    'british britain uk',
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
    const words = line.split(' ');
    return words.map((word) => [word, words.filter((other) => other !== word)]);
  }),
);

/** Other words for the same country: `netherlands` and `holland` of `dutch`, `uk` and `british` of `britain`; none of any other word. */
export function sameCountry(word: string): readonly string[] {
  return COUNTRIES.get(word) ?? [];
}

/** A text in which the two countries of several words are one word each, and `us` is nobody but the country. */
export function withShortCountries(text: string): string {
  return text
    .replaceAll(/\b(?:United States(?: of America)?|U\. ?S\.(?: ?A\.)?)(?!\p{L})/gu, 'US')
    .replaceAll(/\b(?:United Kingdom|Great Britain|U\. ?K\.)(?!\p{L})/gu, 'UK')
    .replaceAll(/\bus\b/g, ' ');
}
