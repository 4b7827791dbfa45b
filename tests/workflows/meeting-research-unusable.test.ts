import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { getResearchStats } from '#db/queries/research-overview.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { sql } from '#db/sql.ts';
import { createAnthropicModel } from '#providers/research/anthropic.ts';
import { MODELS } from '#tests/support/research-models.ts';
import type { TestWorker } from '#tests/support/worker.ts';
import { EMPTY_DRAFT } from '#workers/research/draft.ts';
import {
  countWorkflows,
  eventually,
  type MeetingLab,
  openMeetingLab,
  readMeeting,
  seedPlannedMeeting,
  startMeeting,
} from './meeting-lab.ts';

let lab: MeetingLab;
let research: TestWorker;
/** Whether the model returns empty drafts. */
let isSilent = false;

beforeAll(async () => {
  lab = await openMeetingLab(['core', 'email']);
  const model = createAnthropicModel({
    apiKey: 'sk-ant-sandbox',
    baseUrl: lab.anthropic.url,
    models: MODELS,
  });
  const context = {
    ...lab.context,
    model: {
      ...model,
      answer: async (...args: Parameters<typeof model.answer>) => {
        const answer = await model.answer(...args);
        return isSilent && args[0].step === 'write' ? { ...answer, output: EMPTY_DRAFT } : answer;
      },
    },
  };
  research = await lab.engine.startWorker(context, ['research']);
});
afterAll(async () => {
  await research.stop();
  await lab.close();
});
// Each test has its own guest, since known guests are not searched again.
beforeEach(async () => {
  isSilent = false;
  await lab.control(lab.anthropic, '/reset', {});
});

const notFoundOf = async (meetingId: string) => (await findLatestResearch(lab.pool, meetingId))?.report.notFound.join();
const INCOMPLETE = 'The web search returned only some of its results';

test('research whose drafts are empty is retried, then parked without charge', async () => {
  isSilent = true;
  const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 90 });
  const handle = await startMeeting(lab, meeting);
  const state = await eventually(
    () => readMeeting(lab, meeting.meetingId),
    ({ researchState }) => researchState === 'failed',
    60_000,
  );
  expect(state).toMatchObject({ researchError: 'nothing_usable', usage: 'refunded', results: 0 });
  // The vendor charged for it all the same.
  const taken = await getResearchStats(lab.pool, meeting.user.id);
  expect(taken).toMatchObject({ results: 0 });
  expect(Math.min(taken.searches, taken.inputTokens, taken.outputTokens)).toBeGreaterThan(0);
  await eventually(
    () => countWorkflows(lab, 'NeedsOperator = true and ResearchState = "failed"'),
    (count) => count === 1,
  );
  const [mail, ...others] = await eventually(
    () => lab.outbox(meeting.user.email),
    (mails) => mails.length > 0,
    60_000,
  );
  expect(others).toEqual([]);
  expect(mail?.text).toContain('The research for this meeting failed.');
  await handle.terminate();
}, 120_000);

test('the usage of all attempts is stored with the report', async () => {
  isSilent = true;
  const attendees = [{ email: 'zofia.nowak@pinecrest.test', name: 'Zofia Nowak', responseStatus: 'accepted' }] as const;
  const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 600, attendees: [...attendees] });
  const handle = await startMeeting(lab, meeting);
  const first = await eventually(
    () => getResearchStats(lab.pool, meeting.user.id),
    ({ inputTokens }) => inputTokens > 0,
  );
  isSilent = false;
  await eventually(
    () => readMeeting(lab, meeting.meetingId),
    ({ results }) => results === 1,
  );
  const both = await getResearchStats(lab.pool, meeting.user.id);
  // The second attempt reads the pages from dossiers and pays only for its draft.
  expect(first.searches).toBeGreaterThan(0);
  expect(both).toMatchObject({ results: 1, searches: first.searches });
  expect(both.outputTokens).toBeGreaterThan(first.outputTokens);
  const stored = await lab.pool.one(sql.type(z.object({ searches: z.number(), inputTokens: z.number() }))`
    select searches, input_tokens as "inputTokens" from research_results where meeting_id = ${meeting.meetingId}
  `);
  expect(stored).toEqual({ searches: both.searches, inputTokens: both.inputTokens });
  await handle.terminate();
});

test('a failed search within a good answer is retried', async () => {
  await lab.control(lab.anthropic, '/next', { behaviour: 'search_error', times: 1 });
  const attendees = [
    { email: 'alex.moreau@lumenfield.test', name: 'Alex Moreau', responseStatus: 'accepted' },
  ] as const;
  const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 600, attendees: [...attendees] });
  const handle = await startMeeting(lab, meeting);
  const state = await eventually(
    () => readMeeting(lab, meeting.meetingId),
    ({ results }) => results === 1,
  );
  expect(state).toMatchObject({ researchState: 'completed', usage: 'used' });
  const { attempt } = await eventually(
    async () => ({ attempt: await readAttempts(handle.workflowId) }),
    ({ attempt: read }) => read > 0,
  );
  expect(attempt).toBe(2);
  expect(await notFoundOf(meeting.meetingId)).not.toContain(INCOMPLETE);
  await handle.terminate();
});

test('without time to retry, research uses what was found and reports the gap', async () => {
  await lab.control(lab.anthropic, '/next', { behaviour: 'search_error', times: 9 });
  const attendees = [
    { email: 'henrik.solberg@tidewell.test', name: 'Henrik Solberg', responseStatus: 'accepted' },
  ] as const;
  const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 68, attendees: [...attendees] });
  const handle = await startMeeting(lab, meeting);
  await eventually(
    () => readMeeting(lab, meeting.meetingId),
    ({ results }) => results === 1,
  );
  expect(await notFoundOf(meeting.meetingId)).toContain(INCOMPLETE);
  await handle.terminate();
});

/** Returns the highest attempt of any activity in a workflow's history. */
async function readAttempts(workflowId: string): Promise<number> {
  const { events } = await lab.client.workflow.getHandle(workflowId).fetchHistory();
  return Math.max(0, ...(events ?? []).map(({ activityTaskStartedEventAttributes: started }) => started?.attempt ?? 0));
}
