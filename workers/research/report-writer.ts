import type { SourcePage } from '#providers/research/provider.ts';
import { type Evidence, isHarmless, isStated, supportedPart } from './citations.ts';
import { isReplaced } from './replaced.ts';
import type { Fact } from './report-draft.ts';
import type { RunSource } from './sources.ts';
import { isOnTopic } from './support.ts';

/** Stands above a statement that holds up, but whose title has nothing to do with it. */
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
    const supported = supportedPart(fact, evidence, { mayConclude: !isFact, mayCite });
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

  /** A heading brings nothing that the sources of the statement under it do not hold. */
  function mayHead(heading: string, fact: Fact): boolean {
    return isHarmless(heading, { ...evidence, sources: citedBy(fact) });
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
    factBeside: (heading: string, fact: Fact) => (mayHead(heading, fact) ? write(fact, { isFact: true }) : []),
    conclusionBeside: (heading: string, fact: Fact) => (mayHead(heading, fact) ? write(fact, { isFact: false }) : []),
    title: (title: string, fact: Fact) => (isOnTopic(title, fact.text, citedBy(fact)) ? title : PLAIN_TITLE),
    citedSources: () => cited,
    proposed: () => proposed,
    kept: () => kept,
  };
}
