import { urlKey } from './page-key.ts';

/** A user's answer about who a guest is; see db/queries/person-answers.ts. */
type Answer = { email: string; chosenUrl: string | null; rejectedUrls: readonly string[] };

/** The parts of a report that answers may affect, and the answers it was based on. */
type AnsweredReport = {
  report: {
    guests: readonly { email: string; candidates: readonly unknown[] }[];
    sources: readonly { url: string }[];
  };
  answers: readonly Answer[];
};

/**
 * Returns whether newer answers outdate a report: it cites a page since rejected, lists candidates for a guest
 * identified since, or is based on a choice since changed. Guests without an answer are ignored.
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
 * Returns the report's pages that newer answers reject as not about a guest. Compares by `urlKey`, since a report and
 * an answer may spell a page's URL differently.
 *
 * @returns URLs as the report spells them
 */
export function pagesRejectedSince(
  { report, answers: known }: AnsweredReport,
  answers: readonly Answer[],
): readonly string[] {
  const rejected = report.guests.flatMap(({ email }) => {
    const before = rejectedKeys(answerOf(email, known));
    return [...rejectedKeys(answerOf(email, answers))].filter((key) => !before.has(key));
  });
  return report.sources.map(({ url }) => url).filter((url) => rejected.includes(urlKey(url)));
}

function answerOf(email: string, answers: readonly Answer[]): Answer | undefined {
  return answers.find((answer) => answer.email === email);
}

/** The chosen page does not count as rejected, even if it was rejected under another spelling. */
function rejectedKeys(answer: Answer | undefined): ReadonlySet<string> {
  const keys = new Set(answer?.rejectedUrls.map(urlKey));
  keys.delete(chosenKey(answer) ?? '');
  return keys;
}

function chosenKey(answer: Answer | undefined): string | null {
  return typeof answer?.chosenUrl === 'string' ? urlKey(answer.chosenUrl) : null;
}
