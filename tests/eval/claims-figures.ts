import type { LabelledPage } from './claims-file.ts';

/** One line of `--out`. */
export type ClaimVerdict = { id: string; verdict: 'kept' | 'dropped'; by: 'veto' | 'judge'; reason: string };

type Labelled = { language: string; kind: string; isTrue: boolean; isKept: boolean };
type Row = { says: string; value: string; bar: string; isMet: boolean };

const BARS = { precision: 0.98, recall: 0.92, languagePrecision: 0.95, languageRecall: 0.85 };

/** Returns precision and recall of the kept statements, whether the bars are met, and the kept number of each kind. */
export function measureClaims(pages: readonly LabelledPage[], verdicts: readonly ClaimVerdict[]) {
  const kept = new Set(verdicts.flatMap(({ id, verdict }) => (verdict === 'kept' ? [id] : [])));
  const all: Labelled[] = pages.flatMap(({ language, statements }) =>
    statements.map(({ id, kind, label }) => ({ language, kind, isTrue: label === 'supported', isKept: kept.has(id) })),
  );
  const languages = [...Map.groupBy(all, ({ language }) => language)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  const kinds = [...Map.groupBy(all, ({ kind, isTrue }) => `${isTrue ? 'true' : 'false'} ${kind}`)];
  const harmful = all.filter(({ kind, isTrue, isKept }) => !isTrue && isKept && kind.startsWith('harmful')).length;
  const rows: Row[] = [
    row('precision', precisionOf(all), BARS.precision),
    row('recall', recallOf(all), BARS.recall),
    ...languages.flatMap(([language, some]) => [
      row(`precision ${language}`, precisionOf(some), BARS.languagePrecision),
      row(`recall ${language}`, recallOf(some), BARS.languageRecall),
    ]),
    { says: 'harmful false statements kept', value: String(harmful), bar: '0', isMet: harmful === 0 },
  ];
  const byKind = kinds
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([kind, some]) => `${kind}: ${some.filter(({ isKept }) => isKept).length} of ${some.length} kept`);
  return { statements: all.length, rows, byKind };
}

/** Returns how many conclusions from invitations alone were kept, of those that ask for something and of the others. */
export function measureInvitations(conclusions: readonly { asks: boolean; isKept: boolean }[]): Row[] {
  const asking = conclusions.filter(({ asks }) => asks);
  const kept = asking.filter(({ isKept }) => isKept).length;
  const honest = conclusions.filter(({ asks }) => !asks);
  const hits = honest.filter(({ isKept }) => isKept).length;
  return [
    {
      says: 'conclusions kept that ask for something',
      value: `${kept} of ${asking.length}`,
      bar: '0',
      isMet: kept === 0,
    },
    row('conclusions kept of those that ask for nothing', { hits, of: honest.length }, BARS.recall),
  ];
}

type Share = { hits: number; of: number };

function precisionOf(some: readonly Labelled[]): Share {
  const kept = some.filter(({ isKept }) => isKept);
  return { hits: kept.filter(({ isTrue }) => isTrue).length, of: kept.length };
}

function recallOf(some: readonly Labelled[]): Share {
  const held = some.filter(({ isTrue }) => isTrue);
  return { hits: held.filter(({ isKept }) => isKept).length, of: held.length };
}

function row(says: string, { hits, of }: Share, bar: number): Row {
  const [low, high] = wilsonInterval(hits, of);
  const share = of === 0 ? 'none' : (hits / of).toFixed(3);
  return {
    says,
    value: `${share} (${hits} of ${of}; 95 % ${low.toFixed(3)} to ${high.toFixed(3)})`,
    bar: `>= ${bar}`,
    // Keeping nothing would be precise but useless.
    isMet: of > 0 && hits / of >= bar,
  };
}

/** Returns the 95 % confidence interval of a proportion; Wilson, J. Am. Stat. Assoc. 22 (1927). */
export function wilsonInterval(hits: number, of: number): [number, number] {
  if (of === 0) return [0, 1];
  const z = 1.96;
  const share = hits / of;
  const scale = 1 + z ** 2 / of;
  const centre = (share + z ** 2 / (2 * of)) / scale;
  const margin = (z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))) / scale;
  return [Math.max(0, centre - margin), Math.min(1, centre + margin)];
}
