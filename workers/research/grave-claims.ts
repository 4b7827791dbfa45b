import { foldAccents } from './names.ts';
import { splitSentences } from './sentences.ts';
import type { RunSource } from './sources.ts';

/**
 * What does harm where it is not so, and may stand in no briefing for the other words around it alone: `and it bought Contoso in 2024` of a page that
 * knows Contoso and 2024. Each kind of event by the words that claim it, and by those of which a source that tells of it has at least one.
 */
const EVENTS: readonly { claims: RegExp; told: RegExp }[] = [
  {
    claims:
      /\b(?:acquir(?:e|es|ed|ing)|takeover|(?:took|takes|taken) over(?= (?:its|the|a|\p{Lu}))|merg(?:e|es|ed|er)|(?:bought|buys|purchased|purchases)(?= (?:out |up )?(?:(?:its|the|their|a) )?(?:\p{Ll}+ ){0,2}\p{Lu}))/u,
    told: /\b(?:acqui|b(?:ought|uys?|uying|uyout)\b|purchas|takeover|t(?:ook|ake|akes|aken|aking) over|merg|own(?:s|ed|er|ers|ership)?\b|subsidiary|parent|part of|belong|sold|sale\b|stake|shareholder|unit of)/i,
  },
  {
    claims: /\b(?:insolven|bankrupt|receivership|liquidat(?:ed|ion)|chapter 11)/i,
    told: /\b(?:insolven|bankrupt|receivership|liquidat|chapter 11|creditor|collapse|went under|administrator)/i,
  },
  {
    claims:
      /\b(?:arrest|indict|convict(?:ed|ion)|fraud|embezzl|brib(?:e|es|ed|ery)\b|money laundering|prosecut|raided)/i,
    told: /\b(?:arrest|indict|convict|fraud|embezzl|brib|launder|prosecut|raid|police|court|charge[ds]?\b|investigat|alleg|crim)/i,
  },
  {
    claims: /\b(?:sue|sues|sued|suing|lawsuits?|fined|(?:pay|paid|pays) a fine)\b/i,
    told: /\b(?:sue[ds]?\b|suing|lawsuit|fine[ds]?\b|penalt|court|legal|settle|regulator|claim|damages|judge)/i,
  },
  {
    claims: /\b(?:resign(?:s|ed|ation)?|was fired|were fired|dismissed|stepped down|steps down|ousted|sacked)\b/i,
    told: /\b(?:resign|fired|dismiss|step(?:s|ped|ping)? down|oust|sack|former|ex-|left\b|leav|success|succeed|replac|depart|until|took over|taken over)/i,
  },
  {
    claims:
      /\b(?:laid off|lays off|lay-?offs?|redundanc(?:y|ies)|job cuts|cut(?:s|ting)? .{0,30}\b(?:jobs|staff|workforce))\b/i,
    told: /\b(?:laid off|lay(?:s|ing)? off|lay-?off|redundan|(?:cut|reduc|shed|los|clos|fewer)\p{L}* .{0,40}\b(?:jobs?|staff|workforce|people|positions|posts)\b|let go|jobs? (?:loss|cut|at risk)|dismiss)/iu,
  },
  {
    claims: /\b(?:hacked|data breach|ransomware|cyber-?attack)/i,
    told: /\b(?:hack|breach|ransomware|cyber|attack|stolen|incident)/i,
  },
  {
    claims: /\b(?:funding round|series [a-e]\b|went public|goes public|ipo\b)/i,
    told: /\b(?:fund|invest|rais|round|series [a-e]\b|public|ipo\b|listed|listing|stock|share|capital|backed)/i,
  },
  {
    claims: /\b(?:died|dies|passed away)\b/i,
    told: /\b(?:die[ds]?\b|death|dead|passed away|obituary|in memory|late)/i,
  },
];

/** Who was bought, or sued: the first name behind the verb. */
const OBJECT =
  /^\p{L}*\s(?:(?:over|out|up|with|by|of|from)\s)?(?:(?:its|the|their|a|an)\s)?(?:\p{Ll}+\s){0,2}(\p{Lu}[\p{L}\p{N}]+)/u;

/**
 * Whether a text claims an event of which none of the sources tells, in whatever words, or tells in another place than of whom it is said to have
 * happened to.
 *
 * @param known Names that need not stand there: of the companies that meet.
 */
export function claimsGraveEvent(text: string, sources: readonly RunSource[], known: readonly string[]): boolean {
  const free = foldAccents(known.join(' '));
  return EVENTS.some(({ claims, told }) => {
    const claim = claims.exec(text);
    if (!claim) return false;
    const [, object = ''] = OBJECT.exec(text.slice(claim.index)) ?? [];
    const isFree = object === '' || free.includes(foldAccents(object));
    return !sources.some((source) => placesTelling(source, told).some((place) => isFree || holds(place, object)));
  });
}

/** The sentences of a source that tell of an event, each with its neighbours, and with the title. */
function placesTelling({ title, text }: RunSource, told: RegExp): string[] {
  const sentences = [title, ...splitSentences(text)];
  return sentences.flatMap((sentence, index) => {
    const around = [title, sentences[index - 1], sentence, sentences[index + 1]].join(' ');
    return told.test(sentence) ? [around] : [];
  });
}

function holds(place: string, name: string): boolean {
  return foldAccents(place).includes(foldAccents(name));
}
