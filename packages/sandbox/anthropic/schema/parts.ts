import type { Draft, Idea } from '#sandbox/anthropic/writing/draft.ts';

/** The content of a property, judging by its name. */
export type Part =
  | 'guests'
  | 'companies'
  | 'points'
  | 'actions'
  | 'chances'
  | 'questions'
  | 'watch'
  | 'history'
  | 'summary'
  | 'facts';

const patterns: [Part, RegExp][] = [
  ['questions', /question|frage/],
  ['points', /talking|icebreaker|conversation|points?$/],
  ['actions', /recommend|nextstep|actions?$/],
  ['chances', /opportunit/],
  ['history', /history|lasttime|previous|sincelast|earlier/],
  ['watch', /risk|watch|caution|warning|concern/],
  ['summary', /summary|quicktake|overview|tldr|glance|gist|brief/],
  ['guests', /guest|people|persons?$|participant|attendee/],
  ['companies', /compan|organi[sz]ation|firms?$|employer/],
];

export function partNamed(name: string): Part | undefined {
  const word = plain(name);
  return patterns.find(([, pattern]) => pattern.test(word))?.[0];
}

export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Returns whether a property's name suggests a list of source ids. */
export function namesReferences(name: string): boolean {
  return /^(findings?|sources?|evidence|refs?|references?|basis|basedon|restson|quotes|supports?|citations?)(ids?)?$|ids$/.test(
    plain(name),
  );
}

/** Hands out the drafted statements of a part, each once. */
export type Shelf = {
  take(part: Part, about: string | undefined): Idea | undefined;
  rest(part: Part, about: string | undefined, limit: number): Idea[];
};

const limits: Record<Part, number> = {
  guests: 20,
  companies: 20,
  points: 4,
  actions: 2,
  chances: 0,
  questions: 3,
  watch: 2,
  history: 1,
  summary: 3,
  facts: 6,
};

export function createShelf(draft: Draft): Shelf {
  const queues = new Map<string, Idea[]>();
  const queue = (part: Part, about: string | undefined): Idea[] => {
    const key = about ?? (part === 'guests' || part === 'companies' ? 'facts' : part);
    const known = queues.get(key) ?? [...drafted(draft, part, about)];
    queues.set(key, known);
    return known;
  };
  return {
    take: (part, about) => queue(part, about).shift(),
    rest: (part, about, limit) => takeSome(queue(part, about), Math.min(limit, limits[part])),
  };
}

/** Removes and returns the first `limit` ideas, plus any planted mistakes among or right after them. */
function takeSome(ideas: Idea[], limit: number): Idea[] {
  const taken: Idea[] = [];
  let left = limit;
  for (let [next] = ideas; next && (next.isPlanted === true || left > 0); [next] = ideas) {
    if (next.isPlanted !== true) left -= 1;
    taken.push(next);
    ideas.shift();
  }
  return taken;
}

function drafted(draft: Draft, part: Part, about: string | undefined): Idea[] {
  if (about !== undefined) return draft.parts.get(about) ?? [];
  if (part === 'chances') return [];
  if (part === 'guests' || part === 'companies' || part === 'facts') return draft.general;
  return draft[part];
}
