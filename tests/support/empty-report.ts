import type { ResearchReport } from '#contract/research.ts';
import { EMPTIED_REPORT } from '#db/redacted-research/without-objected.ts';

const { remarks: _, ...nothing } = EMPTIED_REPORT;

/** A report without content. */
export const emptyReport: ResearchReport = { ...nothing, summary: '' };
