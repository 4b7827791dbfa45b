import type { WorkflowHandle } from '@temporalio/client';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { getResearchStats } from '#db/queries/research-overview.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { sql } from '#db/sql.ts';
import type { AnswerStep } from '#providers/research/provider.ts';
import { EMPTY_DRAFT } from '#workers/research/draft.ts';
import { acceptedBy, eventually, openMeetingLab } from './meeting-lab.ts';

/** Steps for which the model's answers are unusable. */
let silent: readonly AnswerStep[] = [];
const EMPTY: Record<AnswerStep, unknown> = { write: EMPTY_DRAFT, judge: { verdicts: [] } };

const lab = await openMeetingLab(['core', 'email']);
const { model } = lab.context;
const context = {
  ...lab.context,
  model: {
    ...model,
    answer: async (...args: Parameters<typeof model.answer>) => {
      const answer = await model.answer(...args);
      const { step } = args[0];
      return silent.includes(step) ? { ...answer, output: EMPTY[step] } : answer;
    },
  },
};
await lab.engine.startWorker(context, ['research']);
// Each test has its own guest, since known guests are not searched again.
beforeEach(async () => {
  silent = [];
  await lab.control(lab.anthropic, '/reset', {});
});

const notFoundOf = async (meetingId: string) => (await findLatestResearch(lab.pool, meetingId))?.report.notFound.join();
const INCOMPLETE = 'The web search returned only some of its results';

test('unusable research is parked without charge', async () => {
  silent = ['write', 'judge'];
  await using meeting = await lab.start({ startsInS: 88 });
  const state = await meeting.until({ researchState: 'failed' });
  expect(state).toMatchObject({ researchError: 'nothing_usable', usage: 'refunded', results: 0 });
  // The vendor still charged for it.
  const taken = await getResearchStats(lab.pool, meeting.user.id);
  expect(taken).toMatchObject({ results: 0 });
  expect(Math.min(taken.searches, taken.inputTokens, taken.outputTokens)).toBeGreaterThan(0);
  await eventually(() => hasAskedForOperator(meeting.handle), Boolean);
  const mail = await meeting.onlyMail();
  expect(mail?.text).toContain('The research for this meeting failed.');
});

test('without time to retry, research whose drafts stay empty consists of quotes', async () => {
  silent = ['write'];
  const attendees = [acceptedBy('chiara.rossi@aurelia.test', 'Chiara Rossi')];
  await using meeting = await lab.start({ startsInS: 88, attendees });
  expect(await meeting.until({ results: 1 })).toMatchObject({ researchState: 'completed', usage: 'used' });
  const report = (await findLatestResearch(lab.pool, meeting.meetingId))?.report;
  expect(report?.companies[0]?.line).toMatch(/^“.+” \[1\]$/);
  expect(report?.scoreReasons.join()).toContain('could not be written');
});

test('the usage of all attempts is stored with the report', async () => {
  silent = ['write'];
  const attendees = [acceptedBy('zofia.nowak@pinecrest.test', 'Zofia Nowak')];
  await using meeting = await lab.start({ startsInS: 600, attendees });
  const first = await eventually(
    () => getResearchStats(lab.pool, meeting.user.id),
    ({ inputTokens }) => inputTokens > 0,
  );
  silent = [];
  await meeting.until({ results: 1 });
  const both = await getResearchStats(lab.pool, meeting.user.id);
  // The second attempt reads the pages from dossiers and pays only for its draft.
  expect(first.searches).toBeGreaterThan(0);
  expect(both).toMatchObject({ results: 1, searches: first.searches });
  expect(both.outputTokens).toBeGreaterThan(first.outputTokens);
  const stored = await lab.pool.one(sql.type(z.object({ searches: z.number(), inputTokens: z.number() }))`
    select searches, input_tokens as "inputTokens" from research_results where meeting_id = ${meeting.meetingId}
  `);
  expect(stored).toEqual({ searches: both.searches, inputTokens: both.inputTokens });
});

test('research is retried if a search fails in an otherwise usable response', async () => {
  await lab.control(lab.anthropic, '/next', { behaviour: 'search_error', times: 1 });
  const attendees = [acceptedBy('alex.moreau@lumenfield.test', 'Alex Moreau')];
  await using meeting = await lab.start({ startsInS: 600, attendees });
  const state = await meeting.until({ results: 1 });
  expect(state).toMatchObject({ researchState: 'completed', usage: 'used' });
  const attempts = await eventually(
    () => readAttempts(meeting.handle),
    (read) => read > 0,
  );
  expect(attempts).toBe(2);
  expect(await notFoundOf(meeting.meetingId)).not.toContain(INCOMPLETE);
});

test('without time to retry, research uses what was found and reports the gap', async () => {
  await lab.control(lab.anthropic, '/next', { behaviour: 'search_error', times: 9 });
  const attendees = [acceptedBy('henrik.solberg@tidewell.test', 'Henrik Solberg')];
  await using meeting = await lab.start({ startsInS: 88, attendees });
  await meeting.until({ results: 1 });
  expect(await notFoundOf(meeting.meetingId)).toContain(INCOMPLETE);
});

/** Returns whether the workflow has asked for an operator, if only until its briefing was due a moment later. */
async function hasAskedForOperator(handle: WorkflowHandle): Promise<boolean> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).some(({ upsertWorkflowSearchAttributesEventAttributes: change }) => {
    const data = change?.searchAttributes?.indexedFields?.['NeedsOperator']?.data;
    return Buffer.from(data ?? []).toString() === 'true';
  });
}

/** Returns the highest attempt of any activity in a workflow's history. */
async function readAttempts(handle: WorkflowHandle): Promise<number> {
  const { events } = await handle.fetchHistory();
  return Math.max(0, ...(events ?? []).map(({ activityTaskStartedEventAttributes: started }) => started?.attempt ?? 0));
}
