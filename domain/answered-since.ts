import { pageKey } from './page-key.ts';

/** What a user said about who a guest is; see db/queries/person-answers.ts. */
type Answer = { email: string; chosenUrl: string | null; rejectedUrls: readonly string[] };

/** What of a report an answer may concern, and the answers that were read for it. */
type AnsweredReport = {
  report: {
    guests: readonly { email: string; candidates: readonly unknown[] }[];
    sources: readonly { url: string }[];
  };
  answers: readonly Answer[];
};

/**
 * Whether one of these answers is another one than a report was made from, and it rests on that: it asks who a guest is who has been chosen by now, it
 * may speak of the one who was chosen then, or it cites a page that has been rejected since. Of guests without an answer nothing is held.
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
 * The pages a report names of which these answers say, and those that it was made from did not, that they are not about a guest. One page has many
 * spellings of its address (`pageKey`): researches of different weeks, and so the answers to them, may each have another one.
 *
 * @returns addresses as the report names them
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

/** The page that is chosen is right, however it was called when it was rejected. */
function rejectedKeys(answer: Answer | undefined): ReadonlySet<string> {
  const keys = new Set(answer?.rejectedUrls.map(keyOf));
  keys.delete(chosenKey(answer) ?? '');
  return keys;
}

function chosenKey(answer: Answer | undefined): string | null {
  return typeof answer?.chosenUrl === 'string' ? keyOf(answer.chosenUrl) : null;
}

/** What is no web address is compared as it is. */
function keyOf(url: string): string {
  return pageKey(url) ?? url;
}
