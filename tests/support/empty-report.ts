import type { ResearchReport } from '#contract/research.ts';

/** A report that says nothing. */
export const emptyReport: ResearchReport = {
  summary: '',
  keyInsights: [],
  recommendations: [],
  riskFactors: [],
  opportunities: [],
  sources: [],
  guests: [],
  companies: [],
  talkingPoints: [],
  questions: [],
  scoreReasons: [],
  notFound: [],
};
