import { GUEST } from './office-words.ts';

/** When an office is held, by what is said around it: `was CFO` may still hold, and no sentence says so. */
export type Tenure = 'now' | 'past' | 'former' | 'future';

const FORMER_ADJECTIVE =
  /\b(?:former|formerly|ex|previous|previously|once|onetime|then|past|retired|outgoing|not|never|no longer)[\s-](?:(?:the|an?|our|its)\s)?(?:(?!and\s|current\s|now\s)[\p{L}-]+\s){0,3}$/iu;
const ENDED =
  /\b(?:step(?:s|ped|ping)? down|stood down|stands down|resign\w*|left|leav(?:e|es|ing)|quits?|retir(?:es?|ed|ing)|depart\w*|(?:was|were|been|is|be|being)\s(?:\p{L}+ly\s)?(?:replaced|succeeded|removed|dismissed|fired|ousted|sacked|suspended|relieved)|gave up|gives up|ceas\w+|used to|hand(?:s|ed)? over)(?:(?!\b(?:to (?:become|join|lead|work)|joined|and|but|became|is|was|now)\b)[^,;\uE000]){0,80}?\s(?:as|be|from|the|her|his|being|role of|post of|position of|job of|office of)\s(?:(?:the|an?|our|its|her|his)\s)?(?:[\p{L}-]+\s){0,3}$/iu;
const WILL =
  /\b(?:will|shall|'ll|may|might|could|would|hopes?|hoped|wants?|wanted|plans?|planned|aims?|expects?|expected|set|due|likely|tipped|about|going|poised|slated|ready|dreams?|nominated|proposed|considered|candidate|in line|applied|applying|passed over|sees? (?:her|him)self|in talks|asked|offered|invited|turned down|rejected|declined|refused)\b(?:(?!\b(?:and|but)\b)[^,;]){0,60}$/u;
const TO_COME =
  /\b(?:future|incoming|designate|prospective|would-be|aspiring|next)\s(?:[\p{L}-]+\s){0,3}$|\b(?:will|would) (?:soon )?(?:leave|resign|step down|quit|retire)\b/iu;
const UNTIL =
  /^(?:[^,.;]{0,60}?)\s(?:until|till)\s|^[^,.;]{0,60}?\s(?:from|between)\s(?:\p{L}+\s)?\d{4}\s(?:to|and)\s(?:\p{L}+\s)?\d{4}|^[^.;]{0,40}?\(?\b\d{4}\s?[\u2013-]\s?\d{4}/u;
const GOES = new RegExp(
  `^[^.;]{0,60}?${GUEST},?(?:\\s(?:who|has|is|will|was))*\\s(?:resign\\w*|step(?:s|ped|ping)? down|stood down|retir(?:es?|ed|ing))`,
  'u',
);
/** `Max Muster, who succeeded Anna Berg as CFO` */
const SUCCEEDED = /(?:succeed|replac|follow)\w*\s\uE000\sas\s(?:(?:the|an?|its|their|our)\s)?$/u;
const RISEN_FROM =
  /\b(?:rose|risen|promot\w+|mov\w+|advanc\w+|went)\b[^,;]{0,60}?\sfrom\s(?:(?:the|an?|her|his)\s)?$|\bfrom\s$/u;
const STILL = /\b(?:is|remains|stays|serves|acts|works)\s(?:(?:the|an?|our|its|also|still|now|as|\uE001's)\s)*$/u;
const EARLIER =
  /\b(?:[Pp]reviously|[Ff]ormerly|[Ee]arlier|[Oo]nce),?\s(?:\uE000\s)?(?:work|held|serv|had|ran|led|spent|act)\w*\b(?:(?!\b(?:and|but|is|now|became)\b)[^;]){0,80}$/u;
const WORKED =
  /(?<!\b(?:has|have)\s)\b(?:worked|served|acted|spent|started|began)\b[^;,]{0,60}?\sas\s(?:(?:the|an?|its|their)\s)?$/u;
const WAS = /\b(?:was|were|had been)\s(?:(?:the|an?|our|its|also|once|\uE001's)\s)*$/u;

/** A sentence around an office: up to it, the office with and without its department, and behind it. */
type Around = { lead: string; phrase: string; core: string; after: string };

/** When an office is held, by what a sentence says around it. */
export function tenureOf({ lead, phrase, core, after }: Around): Tenure {
  const before = lead.split(/[;.]\s/).at(-1) ?? '';
  const own = core.replace(/\S+$/, '');
  if (FORMER_ADJECTIVE.test(`${before}${own}`)) return 'former';
  if (ENDED.test(before) || SUCCEEDED.test(before) || RISEN_FROM.test(before) || GOES.test(after)) return 'former';
  if (UNTIL.test(after) && !STILL.test(before)) return 'past';
  // Who will leave is there for now, and not for long.
  if (/\b(?:will|would|to) (?:soon )?(?:leave|resign|step down|quit|retire)\b/.test(before)) return 'former';
  if (WILL.test(before) || TO_COME.test(`${before}${own}`) || /^[\s-](?:designate|elect|in waiting)\b/.test(after))
    return 'future';
  return [WAS, WORKED, EARLIER].some((pattern) => pattern.test(before)) && !/\bnew\b/.test(phrase) ? 'past' : 'now';
}
