/** Words with which sentences begin, and which no source need hold: pointing and counting words, adverbs, common adjectives, things without an article, offices. */
const ORDINARY = new Set(
  `a an the this that these those it its he his she her they their we our you your i there here what who which whose where when while why how one two three
  four five six seven eight nine ten both each either neither every everyone everybody everything some someone somebody something any anyone anybody anything
  no nobody none nothing most many much more less few fewer little several all another other others such same half part
  in on at by for from with without within since until after before during under over between among through across against around about above below beyond
  behind beside besides near into onto toward towards upon per via of off up down out as if because although though whereas unless once and but or nor so yet
  then thus hence also too even just only still already again ever never always often sometimes seldom soon now today tomorrow yesterday tonight last next
  first second third later earlier overall meanwhile however moreover instead otherwise perhaps maybe indeed together apart abroad inside outside worldwide
  new old big large small little long short high low good better best bad early late young strong weak full free fast slow key main default entire major minor local public
  private open global urban rural modern common recent future current former present past whole total average steady rapid fresh rich poor cheap clear close
  work business revenue growth income turnover profit sales demand supply output trade money cash debt capital equity staff headcount leadership ownership
  membership research software hardware technology engineering data energy power water gas oil heat steel copper silver timber paper rubber labour labor food health care transport freight cargo traffic
  news press media progress success interest trust talk focus scale size price pricing cost costs time room space access support help advice training hiring
  team management board company firm group industry market sector government state city country europe everyone weather
  ask consider discuss offer explore mention bring show share expect remember keep make take see note
  founder cofounder owner chair chairman chairwoman chief ceo cfo coo cto cmo cio head director manager president partner engineer analyst spokesman
  spokeswoman spokesperson professor doctor investor rival competitor customer client supplier startup entrepreneur scientist researcher author
  let text code behaviour behavior word yes role title responsible based headquartered home joint dual cross`.split(
    /\s+/,
  ),
);
/** Words of such an ending may be ordinary in any text: adverbs, participles, abstract nouns, adjectives. */
const ORDINARY_ENDING =
  /(?:ly|ing|ed|tion|sion|ment|ness|ship|ity|ism|ance|ence|ancy|ency|age|ure|ery|ory|ary|ics|ive|ous|ful|less|able|ible|al|wide|ward|wards)$/;

/** Whether a word is ordinary, however it is written. */
export function isOrdinary(word: string): boolean {
  return ORDINARY.has(word.toLowerCase());
}

/** What stands behind the subject of a sentence alone, and behind no adjective: a form of the verb, or what is said about a name. */
const BEHIND_SUBJECT =
  /^(?:['\u2019]s\s|\s+(?:is|was|has|had|will|does|did|can|could|would|cannot|isn|wasn|hasn|hadn|doesn|didn|won|bought|sold|built|began|grew|took|gave|held|kept|lost|met|paid|sent|spent|went|came|became|ran|made|makes|finds|found|founded|opened|launched|acquired|acquires|raised|announced|announces|signed|joined|expanded|employs|provides|develops|delivers|operates|builds|sells|buys|serves|offers (?:a|an|the|its)|owns|says|said|runs (?:a|an|the|its)|leads (?:a|an|the|its)|plans to|works (?:with|on|for)|wants to)\b|,\s+(?:which|who|whose)\s)/u;

/**
 * Whether a capitalised word that opens a sentence is a name there, and not capitalised for standing at its beginning alone. Ordinary words that put a
 * source in other words (`Revenue grew`, `Utilities rely on`, `Headquartered in`) are none: a word is taken for a name only
 * where it is written as one, or stands as the subject does that needs no article.
 *
 * @param after What follows the word.
 * @param sources.isName Whether the sources use a word as a name.
 * @param sources.isSaidOfName Whether they say a word right behind a name: the name was exchanged.
 */
export function opensAsName(
  word: string,
  after: string,
  { isName, isSaidOfName }: { isName: (word: string) => boolean; isSaidOfName: (next: string) => boolean },
): boolean {
  if (/\p{Ll}\p{Lu}|\p{Lu}.*\p{N}|^\p{Lu}{3,}$/u.test(word)) return true;
  if (ORDINARY.has(word.toLowerCase()) || ORDINARY_ENDING.test(word)) return false;
  // More of the same name: `Aquafind-Nord`, `Aquafind Pumps & Co`; but `Architect Ines Duarte` is a known one with an office before it.
  const [longer] = /^(?:-[\p{L}\p{N}]+|\s+(?:&\s+)?\p{Lu}[\p{L}\p{N}.]*)*/u.exec(after) ?? [''];
  if ((longer.match(/\p{Lu}[\p{L}\p{N}]+/gu) ?? []).some(isName)) return false;
  const behind = after.slice(longer.length);
  const next = /^\s+(\p{Ll}+)/u.exec(behind)?.[1] ?? '';
  // `Utilities rely`, `Sensors opened`: more than one of them, and no name.
  const isPlural = /[^s]s$/.test(word) && !next.endsWith('s');
  if (isPlural) return false;
  return BEHIND_SUBJECT.test(behind) || (next !== '' && isSaidOfName(next));
}
