import type { ResearchReport } from '#contract/research.ts';
import { REMARKS } from '#domain/remarks.ts';
import type { MessageKey } from '#workers/words/en.ts';
import type { Say } from '#workers/words/say.ts';
import type { BriefingData } from './briefing-data.ts';
import { knownZone, type MailReader } from './reader.ts';

/** Returns a briefing as emails and channel messages show it: remarks in the reader's language, a known time zone. */
export function forReader(data: BriefingData, { say }: Pick<MailReader, 'say'>): BriefingData {
  return { ...data, report: data.report && sayRemarks(data.report, say), timeZone: knownZone(data.timeZone) };
}

/** Returns the report with our own remarks in the reader's language. Reports without remark codes are unchanged. */
function sayRemarks(report: ResearchReport, say: Say): ResearchReport {
  const remarks = (report.remarks ?? []).flatMap(({ text, code, values }) =>
    isCode(code) ? [{ text, said: say(code, values) }] : [],
  );
  const inWords = (text: string) => remarks.reduce((left, { text, said }) => left.replaceAll(text, () => said), text);
  return {
    ...report,
    summary: inWords(report.summary),
    notFound: report.notFound.map(inWords),
    scoreReasons: report.scoreReasons.map(inWords),
  };
}

/** Returns whether this build has words for a code: a newer build may have written the report. */
function isCode(code: string): code is MessageKey & keyof typeof REMARKS {
  return Object.hasOwn(REMARKS, code);
}
