/** Stand in a text for the guest and for the employer, however they are called there. */
export const GUEST = '\u{E000}';
export const EMPLOYER = '\u{E001}';

const ONE = String.raw`chief|director|manager|leader|officer|[se]?vp|president|engineer|analyst|buyer|consultant|assistant|accountant|clerk|developer|designer|driver|technician|specialist|operator|planner|controller|counsel|secretary|coordinator|representative|mechanic|electrician|receptionist|apprentice|treasurer|architect|auditor|scientist|researcher|lawyer|attorney|editor|supervisor|administrator|strategist|banker|recruiter|spokes(?:man|woman|person)|(?:co-?)?founder|owner|partner|chair(?:man|woman|person)?|professor|trustee`;
const ABBREVIATED = 'c[b-gi-z]o|ciso|chro|cisos?';
/** Neither a verb (`leads`), nor part of another word (`head office`, `an executive course`). */
const ALONE = String.raw`head(?!\s(?:office|quarters|count|start)\b)|lead|executive(?!\s(?!(?:of|at|for|in|and|since)\b)\p{L})`;
const WHOLE = String.raw`chief(?:\s(?!officer)[\p{L}&-]+){1,3}\sofficers?|chief\sexecutives?|managing\sdirectors?|general\smanagers?|vice[\s-]presidents?`;

/** The words for one office or, in the plural, for that of several. */
export const OFFICE_NAME = String.raw`(?<![\p{L}\p{N}])(?:${WHOLE}|(?:${ABBREVIATED}|${ONE})s?|${ALONE})(?![\p{L}\p{N}])`;
export const ANY_OFFICE = new RegExp(OFFICE_NAME, 'iu');

/** What somebody may be put over; none of it is the name of a person. */
export const DEPARTMENT = String.raw`operations?|sales|marketing|products?|finance|financial|purchasing|procurement|engineering|legal|communications?|people|human|hr|it|technology|research|r&d|development|strategy|business|customers?|supply|logistics|quality|data|information|security|corporate|public|global|regional|growth|partnerships?|design|innovation|digital|manufacturing|production|services?|investor|risk|compliance|talent|brand|media|policy|software|platform|infrastructure|hardware|accounts?|support|success|revenue|commercial|technical|content|learning|training|europe|emea|apac|americas?|asia|africa|france|germany|international|north|south|east|west|northern|southern|eastern|western|central|group|team|board`;
const NO_PERSON = new RegExp(
  String.raw`^(?:${DEPARTMENT}|inc|ltd|llc|gmbh|ag|sa|corp|company|holdings?|capital|bank|bakery|club|united|university|school|college|institute|hospital|foundation|association|agency|systems|new|the|our|as|in|at|since|former|senior|chief|head|junior|deputy|interim|acting|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$`,
  'i',
);

const NAME_WORD = String.raw`\p{Lu}[\p{L}'-]*\p{L}`;
/** Two to four words that may be somebody's name; `isPerson` tells. */
export const RUN = String.raw`${NAME_WORD}(?:\s(?:(?:de|van|von|der|di|la)\s){0,2}${NAME_WORD}){1,3}`;

/** Whether capitalised words name a person: no department, no office, nothing that only companies are called. */
export function isPerson(run: string): boolean {
  return run.split(' ').every((word) => !NO_PERSON.test(word) && !ANY_OFFICE.test(word));
}

export const SINCE = '(?:now|also|currently|today|still|since \\d{4}|since \\p{Lu}\\p{Ll}+)';
const LEADS =
  '(?:leads|led|heads|headed|runs|directs|manages|oversees|is in charge of|is responsible for|has charge of)';
/** `Anna Berg leads finance`: head of it by other words. */
export const LEADING = new RegExp(
  `${GUEST},?(?: who)?(?: ${SINCE}| has)* (?<verb>${LEADS}) (?<what>[^.,;:|]{2,60})`,
  'gu',
);
export const LEADS_ANYTHING = new RegExp(LEADS, 'u');

/** `Former CFO since May`, `Oversees finance as CFO` */
export const OPENS_WITH_OFFICE = new RegExp(
  `^(?!(?:[Tt]he|[Ii]ts|[Oo]ur)\\s)(?:${EMPLOYER}(?:'s)? )?(?:[\\p{L}&-]+\\s){0,3}?(?:${OFFICE_NAME})`,
  'iu',
);

/** Stands for the person of whom the text speaks. */
export const PRONOUN = /\b(?:[Hh]e|[Ss]he)\b/;
