import { pageKey } from './page-key.ts';

/** A user's answer about who a guest is; see db/queries/person-answers.ts. */
type Answer = { email: string; chosenUrl: string | null; rejectedUrls: readonly string[] };

/** The parts of a report an answer may affect, and the answers it was made with. */
type AnsweredReport = {
  report: {
    guests: readonly { email: string; candidates: readonly unknown[] }[];
    sources: readonly { url: string }[];
  };
  answers: readonly Answer[];
};

/**
 * Whether a report is outdated by newer answers: it asks who a guest is who has since been chosen, may be about the
 * person chosen then, or cites a page since rejected. Guests without an answer do not matter.
 */
export function isAnsweredSince(made: AnsweredReport, answers: readonly Answer[]): boolean {
  if (pagesRejectedSince(made, answers).length > 0) return true;
  return made.report.guests.some(({ email, candidates }) => {
    const answer = answerOf(email, answers);
    const known = chosenKey(answerOf(email, made.answers));
    return answer !== undefined && chosenKey(answer) !== known && (known !== null || candidates.length > 0);
  });
}

/**
 * Returns the report's pages that newer answers reject as not about a guest. Compares by `pageKey`, since one page
 * may be spelled differently in each research and answer.
 *
 * @returns addresses as the report spells them
 */
export function pagesRejectedSince(
  { report, answers: known }: AnsweredReport,
  answers: readonly Answer[],
): readonly string[] {
  const rejected = report.guests.flatMap(({ email }) => {
    const before = rejectedKeys(answerOf(email, known));
    return [...rejectedKeys(answerOf(email, answers))].filter((key) => !before.has(key));
  });
  return report.sources.map(({ url }) => url).filter((url) => rejected.includes(keyOf(url)));
}

function answerOf(email: string, answers: readonly Answer[]): Answer | undefined {
  return answers.find((answer) => answer.email === email);
}

/** The chosen page is right, even if spelled differently when it was rejected. */
function rejectedKeys(answer: Answer | undefined): ReadonlySet<string> {
  const keys = new Set(answer?.rejectedUrls.map(keyOf));
  keys.delete(chosenKey(answer) ?? '');
  return keys;
}

function chosenKey(answer: Answer | undefined): string | null {
  return typeof answer?.chosenUrl === 'string' ? keyOf(answer.chosenUrl) : null;
}

/** Compares anything that is not a web address as it is. */
function keyOf(url: string): string {
  return pageKey(url) ?? url;
}
