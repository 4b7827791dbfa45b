import { isSameName, type Name, namesOf, type Parties, partiesOf, subjectsOf } from './parties.ts';
import { MOST_OF_TITLE, splitPage } from './sentences.ts';
import type { RunSource } from './sources.ts';

/** Of how many it is told: of one who suffers it, of one who does it to another, or of no one in particular. */
type Of = 'one' | 'two' | 'any';

/**
 * What does harm where it is not so, and may stand in no briefing for the other words around it alone: `and it bought Contoso in 2024` of a page that
 * knows Contoso and 2024. Each kind of event by the words that claim it, and by those of which a source that tells of it has at least one.
 */
const EVENTS: readonly { of: Of; claims: RegExp; told: RegExp }[] = [
  {
    of: 'two',
    claims:
      /\b(?:acquir(?:e|es|ed|ing)|takeover|(?:took|takes|taken) over(?= (?:its|the|a|\p{Lu}))|merg(?:e|es|ed|er)|(?:bought|buys|purchased|purchases)(?= (?:out |up )?(?:(?:its|the|their|a) )?(?:\p{Ll}+ ){0,2}\p{Lu}))/u,
    told: /\b(?:acqui|b(?:ought|uys?|uying|uyout)\b|purchas|takeover|t(?:ook|ake|akes|aken|aking) over|merg|own(?:s|ed|er|ers|ership)?\b|subsidiary|parent|part of|belong|sold|sale\b|stake|shareholder|unit of)/i,
  },
  {
    of: 'one',
    claims: /\b(?:insolven|bankrupt|receivership|liquidat(?:ed|ion)|chapter 11)/i,
    told: /\b(?:insolven|bankrupt|receivership|liquidat|chapter 11|creditor|collapse|went under|administrator)/i,
  },
  {
    of: 'one',
    claims:
      /\b(?:arrest|indict|convict(?:ed|ion)|jailed|in prison|fraud|embezzl|brib(?:e|es|ed|ery)\b|money laundering|prosecut|raided)/i,
    told: /\b(?:arrest|jail|prison|indict|convict|fraud|embezzl|brib|launder|prosecut|raid(?:s|ed)?\b|police|court\b|charged with|investigat|alleged|crime|criminal)/i,
  },
  {
    of: 'two',
    claims: /\b(?:sue|sues|sued|suing|lawsuits?|fined|(?:pay|paid|pays) a fine)\b/i,
    told: /\b(?:sue[ds]?\b|suing|lawsuit|fine[ds]?\b|penalt|court|legal|settle|regulator|claim|damages|judge)/i,
  },
  {
    of: 'one',
    claims: /\b(?:resign(?:s|ed|ation)?|was fired|were fired|dismissed|stepped down|steps down|ousted|sacked)\b/i,
    told: /\b(?:resign|fired|dismiss|step(?:s|ped|ping)? down|oust|sack|former|ex-|left\b|leav|success|succeed|replac|depart|until|took over|taken over)/i,
  },
  {
    of: 'one',
    claims:
      /\b(?:laid off|lays off|lay-?offs?|redundanc(?:y|ies)|job cuts|cut(?:s|ting)? .{0,30}\b(?:jobs|staff|workforce))\b/i,
    told: /\b(?:laid off|lay(?:s|ing)? off|lay-?off|redundan|(?:cut|reduc|shed|los|clos|fewer)\p{L}* .{0,40}\b(?:jobs?|staff|workforce|people|positions|posts)\b|let go|jobs? (?:loss|cut|at risk)|dismiss)/iu,
  },
  {
    of: 'one',
    claims:
      /\b(?:hacked|(?:data|security) (?:breach|leak)|(?:leak(?:s|ed)?|breach|theft|loss) of (?:\p{Ll}+ ){0,2}data|leaked (?:\p{Ll}+ ){0,2}data|ransomware|cyber-?attack)/iu,
    told: /\b(?:hack|breach|ransomware|cyber-?attack|attack|stolen|incident|leak(?:s|ed)? (?:of )?(?:\p{Ll}+ ){0,2}data|(?:data|security) leak)/iu,
  },
  {
    of: 'any',
    claims: /\b(?:funding round|series [a-e]\b|went public|goes public|ipo\b)/i,
    told: /\b(?:fund|invest|rais|round|series [a-e]\b|public|ipo\b|listed|listing|stock|share|capital|backed)/i,
  },
  {
    of: 'one',
    claims: /\b(?:died|dies|passed away)\b/i,
    told: /\b(?:die[ds]?\b|death|dead|passed away|obituary|in memory|the late\b)/i,
  },
  {
    of: 'one',
    claims:
      /\b(?:(?:under|faces?|an?|official|criminal|tax) investigation\b|investigated (?:for|over|by)|accused|alleg(?:es|ed|ations?)\b)/i,
    told: /\b(?:investigat|prob(?:e|es|ed)\b|inquiry|accus|alleg|charged with|suspect|prosecut)/i,
  },
  {
    of: 'one',
    claims: /\b(?:harass|bull(?:ied|ying)\b|discriminat|assault)/i,
    told: /\b(?:harass|bull(?:y|ied|ying)\b|discriminat|assault|misconduct|complain)/i,
  },
  {
    of: 'one',
    claims: /\b(?:recall(?:s|ed|ing)? (?:(?:of|all|its|the|their|some|most) |\d)|product recall)/i,
    told: /\b(?:recall|withdr[ae]w|call(?:s|ed) back|defect)/i,
  },
  {
    of: 'one',
    claims:
      /\b(?:(?:has|have|is|are|will|to|who) (?:left|leav(?:e|ing))|left (?:as|in|on|its|his|her|their|the (?:company|firm|board)|\p{Lu})|leaves (?:as|in|on|its|his|her|their|the (?:company|firm|board)|\p{Lu}))/u,
    told: /\b(?:left\b|leav|depart|resign|step(?:s|ped|ping)? down|former|ex-|until|quit|moved? (?:to|on)|join|success|succeed|replac|took over|taken over|retire)/i,
  },
  {
    of: 'one',
    claims:
      /\b(?:clos(?:e|es|ed|ing)|shut(?:s|ting)?)(?: down)? (?:(?:its|the|their|an?|all|most|two|three|\d+) )?(?:\p{L}+ ){0,2}(?:offices?|plants?|sites?|factor(?:y|ies)|branch(?:es)?|stores?)\b/iu,
    told: /\b(?:clos|shut)/i,
  },
  {
    of: 'one',
    claims: /\b(?:illness|sick leave|is (?:seriously |very )?(?:ill|sick)|fell ill|cancer|pregnan|disease)\b/i,
    told: /\b(?:ill|illness|sick|cancer|pregnan|disease|health|medical|patient|treat)/i,
  },
  {
    of: 'two',
    claims: /\b(?:married|marries|divorced?|engaged to)\b/i,
    told: /\b(?:marri|marry|wedding|divorc|engaged to|wife|husband|spouse)/i,
  },
];

/** The first name behind the verb, where it is the verb's: whom it was done to, or who did it. */
const OBJECT =
  /^\p{L}*\s(?:(?:over|out|up|with|by|of|from|against)\s)?(?:(?:its|the|their|a|an)\s)?(?:(?!(?:in|on|for|at|to)\s)\p{Ll}+\s){0,3}\p{Lu}[\p{L}\p{N}]+/u;
/** How many sentences back `it` and `the company` may point. */
const POINTS_BACK = 3;

/** A sentence of a source that tells of an event: whom it names in which part, and whom it may mean where it names nobody. */
type Telling = Parties & { all: readonly Name[]; subjects: readonly Name[]; spokenOf: readonly Name[]; around: string };

/** Whether a text claims an event of which none of the sources tells, in whatever words, or tells of others, or with the parts exchanged. */
export function claimsGraveEvent(text: string, sources: readonly RunSource[]): boolean {
  return EVENTS.some(({ of, claims, told }) => {
    const claimed = [...text.matchAll(new RegExp(claims, `${claims.flags}g`))];
    // Reading the sources takes a while.
    if (claimed.length === 0) return false;
    const knownTellings = sources.flatMap((source) => tellings(source, told));
    return claimed.some(({ 0: word, index }) => {
      const claim = { ...partiesOf(text, word, index), subjects: subjectsOf(text.slice(0, index)) };
      const object = namesOf(OBJECT.exec(text.slice(index + word.search(/\p{L}+$/u)))?.[0] ?? '').slice(-1);
      return !knownTellings.some((telling) => tellsOf(telling, claim, { of, object }));
    });
  });
}

function tellsOf(
  telling: Telling,
  { doers, done, subjects }: Parties & { subjects: readonly Name[] },
  { of, object }: { of: Of; object: readonly Name[] },
): boolean {
  const names = (side: readonly Name[]) => (name: Name) =>
    isOrdinaryIn(telling, name) || (side.length === 0 ? telling.spokenOf : side).some((one) => isSameName(one, name));
  if (of === 'two') return doers.slice(0, 1).every(names(telling.doers)) && done.slice(0, 1).every(names(telling.done));
  const isObjectThere = object.every((name) => name.every((word) => telling.around.toLowerCase().includes(word)));
  if (of === 'any' || subjects.length === 0) return isObjectThere;
  return isObjectThere && subjects.every(names(telling.subjects.length === 0 ? [] : telling.all));
}

/** `Sensors failed`: capitalised for opening the sentence alone, as the source shows. */
function isOrdinaryIn({ around }: Telling, name: Name): boolean {
  return name.length === 1 && new RegExp(`(?<!\\p{L})${name[0] ?? ''}(?!\\p{L})`, 'u').test(around);
}

function tellings({ title, text, url }: RunSource, told: RegExp): Telling[] {
  const sentences = [title.slice(0, MOST_OF_TITLE), ...splitPage(text)];
  const site = namesOf(
    (URL.parse(url)?.hostname ?? '').replace(/^www\./, '').replace(/^\p{L}/u, (first) => first.toUpperCase()),
  );
  return sentences.flatMap((sentence, index) => {
    const earlier = sentences.slice(Math.max(1, index - POINTS_BACK), index);
    const spokenOf = [...earlier.flatMap((one) => namesOf(one).slice(0, 1)), ...namesOf(title), ...site];
    const around = [title, sentences[index - 1], sentence, sentences[index + 1]].join(' ');
    return [...sentence.matchAll(new RegExp(told, `${told.flags}g`))].map(({ 0: word, index: at }) => ({
      ...partiesOf(sentence, word, at),
      subjects: subjectsOf(sentence.slice(0, at)),
      all: [...subjectsOf(sentence.slice(0, at)), ...namesOf(sentence.slice(at))],
      spokenOf,
      around,
    }));
  });
}
