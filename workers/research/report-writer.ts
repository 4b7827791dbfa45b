import type { SourcePage } from '#providers/research/provider.ts';
import { type Evidence, holdsUp, isStated, supportedPart } from './citations.ts';
import { isReplaced } from './replaced.ts';
import type { Fact } from './report-draft.ts';
import type { RunSource } from './sources.ts';
import { isOnTopic } from './support.ts';

/** Stands above a statement that holds up, but whose title says more than its sources, or has nothing to do with it. */
const PLAIN_TITLE = 'Worth knowing';
/** Stands before a conclusion among the facts; parts that are nothing but conclusions are labelled where they are shown. */
const INFERRED = 'Inferred: ';

export type Writer = ReturnType<typeof createWriter>;

/** Whether a part says what is, so that conclusions in it are marked, and what it may rest on. */
type Part = {
  isFact: boolean;
  /** Whom it is about, where the place it stands in says so. */
  about?: string | undefined;
  mayCite?: ((source: RunSource) => boolean) | undefined;
};

/** Numbers sources in the order in which statements that hold up cite them. */
export function createWriter(evidence: Evidence & { outdated: readonly SourcePage[] }) {
  const cited: RunSource[] = [];
  let proposed = 0;
  let kept = 0;

  function write(fact: Fact, { isFact, about, mayCite }: Part): string[] {
    proposed += 1;
    const supported = supportedPart(fact, evidence, { mayConclude: !isFact, mayCite, about });
    if (supported === null || isReplaced(supported.text, evidence, about)) return [];
    kept += 1;
    const { text, sources } = supported;
    const marks = sources.map((source) => `[${numberOf(source)}]`).join('');
    const mark = isFact && !isStated(text, { ...evidence, sources }) ? INFERRED : '';
    return [`${mark}${text} ${marks}`];
  }

  /** The first ones that hold up. */
  function writeMost(facts: readonly Fact[], part: Part, atMost: number): string[] {
    const written: string[] = [];
    for (const fact of facts) if (written.length < atMost) written.push(...write(fact, part));
    return written;
  }

  /** Of words without a source of their own: they bring nothing that these sources do not tell, and nothing that is no more. */
  function mayStand(text: string, sources: readonly RunSource[]): boolean {
    return holdsUp(text, { ...evidence, sources }) && !isReplaced(text, evidence);
  }

  function numberOf(source: RunSource): number {
    if (!cited.includes(source)) cited.push(source);
    return cited.indexOf(source) + 1;
  }

  function citedBy(fact: Fact): RunSource[] {
    return evidence.sources.filter(({ id }) => fact.sources.includes(id));
  }

  return {
    facts: (facts: readonly Fact[], { atMost = Infinity, ...part }: Omit<Part, 'isFact'> & { atMost?: number } = {}) =>
      writeMost(facts, { isFact: true, ...part }, atMost),
    conclusions: (facts: readonly Fact[], atMost = Infinity) => writeMost(facts, { isFact: false }, atMost),
    /** A reason is nothing without what to do: both stand, or none. */
    conclusionBeside: (action: string, reason: Fact) =>
      mayStand(action, citedBy(reason)) ? write(reason, { isFact: false }) : [],
    title: (title: string, fact: Fact) => {
      const sources = citedBy(fact);
      return isOnTopic(title, fact.text, sources) && mayStand(title, sources) ? title : PLAIN_TITLE;
    },
    mayAsk: (question: string) => question.trim().endsWith('?') && mayStand(question, evidence.sources),
    citedSources: () => cited,
    proposed: () => proposed,
    kept: () => kept,
  };
}
