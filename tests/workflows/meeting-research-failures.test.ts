import { WorkflowUpdateFailedError } from '@temporalio/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { meetingStatusQuery, retryResearchUpdate } from '#workflows/names.ts';
import {
  announceChange,
  countWorkflows,
  eventually,
  type MeetingLab,
  openMeetingLab,
  type PlannedMeeting,
  readHistoryText,
  readMeeting,
  readMetadata,
  seedPlannedMeeting,
  startMeeting,
} from './meeting-lab.ts';

let lab: MeetingLab;

beforeAll(async () => {
  lab = await openMeetingLab();
});
afterAll(async () => {
  await lab.close();
});
beforeEach(async () => {
  await lab.control(lab.anthropic, '/reset', {});
});

/** Makes the model refuse once. A refusal is not retryable, so the meeting is parked immediately. */
const declineOnce = () => lab.control(lab.anthropic, '/next', { behaviour: 'refusal', times: 1 });

async function startParked(briefingInS: number) {
  await declineOnce();
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS });
  const handle = await startMeeting(lab, meeting);
  await eventually(
    () => handle.query(meetingStatusQuery),
    ({ state }) => state === 'parked',
  );
  return { meeting, handle };
}

async function countModelCalls(): Promise<number> {
  const response = await fetch(`${lab.anthropic.url}/_control/journal`);
  const { requests } = z.object({ requests: z.array(z.object({ path: z.string() })) }).parse(await response.json());
  return requests.filter(({ path }) => path.startsWith('/v1/messages')).length;
}

const mailsOf = ({ user }: PlannedMeeting) => lab.outbox(user.email);

describe('research that finds nothing', () => {
  test.for([
    ['joe.bloggs@gmail.com', 'Nothing public was found about the guest.', ['Joe Bloggs']],
    ['g0@corp0.example', 'Nothing public was found about the guest or their company.', ['corp0.example', 'g0@corp0']],
  ] as const)('completes, and one mail lists what was not found: %s', async ([email, summary, missing]) => {
    const attendees = [{ email, responseStatus: 'accepted' }] as const;
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 4, attendees: [...attendees] });
    // As the sync leaves it: a free-mail domain is not a company's.
    await lab.pool.query(sql.typeAlias('void')`
      update meetings set external_domains = array_remove(external_domains, 'gmail.com') where id = ${meeting.meetingId}
    `);
    const handle = await startMeeting(lab, meeting);
    const mails = await eventually(
      () => mailsOf(meeting),
      (sent) => sent.length > 0,
    );
    expect(mails).toHaveLength(1);
    const text = mails[0]?.text?.replaceAll('\u200c', '').replaceAll(/\s+/g, ' ') ?? '';
    expect(text).toContain(`QUICK TAKE ${summary}`);
    const notFound = text.slice(text.indexOf('WHAT COULD NOT BE FOUND'));
    for (const name of missing) expect(notFound).toContain(name);
    expect(text).not.toMatch(/failed|SOURCES|not enough time/);
    const state = await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ briefingState }) => briefingState === 'sent',
    );
    expect(state).toMatchObject({ researchState: 'completed', researchError: null, results: 1, usage: 'used' });
    const { currentDetails } = await readMetadata(handle);
    expect(currentDetails).not.toContain('parked');
    const { searchAttributes } = await handle.describe();
    expect(searchAttributes['NeedsOperator']?.[0] ?? false).toBe(false);
    await handle.terminate();
  });
});

describe('failed research', () => {
  test('parks the meeting at no cost until an operator retries it', async () => {
    const { meeting, handle } = await startParked(8);
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      researchState: 'failed',
      researchError: 'refused',
      usage: 'refunded',
      briefingState: 'scheduled',
    });
    await eventually(
      () => countWorkflows(lab, 'NeedsOperator = true and ResearchState = "failed"'),
      (count) => count === 1,
    );
    expect((await readMetadata(handle)).currentDetails).toMatch(/parked: `refused`[^]*retryResearch[^]*Send an Update/);

    const { definition } = await readMetadata(handle);
    expect(definition.updateDefinitions).toEqual([
      { name: 'retryResearch', description: 'Retry research. Accepted only while it is parked.' },
    ]);

    await captureHistory('prepare-meeting-parked', handle);
    expect(await handle.executeUpdate(retryResearchUpdate)).toBe('Research will be retried.');
    await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ results }) => results === 1,
    );
    await eventually(
      () => countWorkflows(lab, 'NeedsOperator = true'),
      (count) => count === 0,
    );
    const [mail] = await eventually(
      () => mailsOf(meeting),
      (mails) => mails.length === 1,
    );
    expect(mail?.text).toContain('SOURCES');
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ researchState: 'completed', usage: 'used' });
    await captureHistory('prepare-meeting-retried', handle);
    const history = await readHistoryText(handle);
    expect(history).toContain(meeting.meetingId);
    for (const personal of [meeting.user.email, 'eonie', 'Intro call', 'rightwater']) {
      expect(history).not.toContain(personal);
    }
    await handle.terminate();
  });

  test('is not retried once its attempts have reached the cost cap', async () => {
    const { caps } = lab.context;
    // A single answer already exceeds it, even one that was truncated and would be retried.
    lab.context.caps = { ...caps, briefingUsd: 1e-9 };
    try {
      await lab.control(lab.anthropic, '/next', { behaviour: 'max_tokens', times: 5 });
      const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 60 });
      const handle = await startMeeting(lab, meeting);
      const state = await eventually(
        () => readMeeting(lab, meeting.meetingId),
        ({ researchState }) => researchState === 'failed',
        60_000,
      );
      expect(state).toMatchObject({ researchError: 'cost_cap_reached', usage: 'refunded', results: 0 });
      expect((await readMetadata(handle)).currentDetails).toContain('RESEARCH_COST_CAP_USD');
      expect(await countModelCalls()).toBe(1);
      await handle.terminate();
    } finally {
      lab.context.caps = caps;
    }
  }, 90_000);

  test('is the only research that an operator can retry', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 60 });
    const handle = await startMeeting(lab, meeting);
    await eventually(
      () => handle.query(meetingStatusQuery),
      ({ state }) => state === 'waiting',
    );
    await expect(handle.executeUpdate(retryResearchUpdate)).rejects.toThrow(WorkflowUpdateFailedError);
    await handle.terminate();
  });

  test('is repeated when the user requests it', async () => {
    const { meeting, handle } = await startParked(60);
    await lab.pool.query(sql.typeAlias('void')`
      update meetings set research_state = 'pending', research_error = null, research_requests = research_requests + 1
      where id = ${meeting.meetingId}
    `);
    await announceChange(lab, meeting.meetingId);
    await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ results }) => results === 1,
    );
    const { state } = await eventually(
      () => handle.query(meetingStatusQuery),
      (status) => status.state === 'waiting',
    );
    expect(state).toBe('waiting');
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      researchState: 'completed',
      usage: 'refunded,used',
    });
    await handle.terminate();
  });

  test('leads to a partial briefing that says so when due', async () => {
    const { meeting, handle } = await startParked(4);
    const [mail, ...others] = await eventually(
      () => mailsOf(meeting),
      (mails) => mails.length > 0,
    );
    expect(others).toEqual([]);
    expect(mail?.text).toContain('The research for this meeting failed.');
    expect(mail?.text).toContain('Leonie Hartmann (Accepted)');
    expect(mail?.text).not.toContain('SOURCES');
    await eventually(
      () => handle.query(meetingStatusQuery),
      ({ state }) => state === 'following',
    );
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ researchState: 'failed', briefingState: 'sent' });
    await eventually(
      () => countWorkflows(lab, 'NeedsOperator = true'),
      (count) => count === 0,
    );
    await handle.terminate();
  });

  test('is retried automatically after a temporary fault and charged once', async () => {
    await lab.control(lab.anthropic, '/faults', { method: 'POST', path: '/v1/messages', status: 529, times: 1 });
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 60 });
    const handle = await startMeeting(lab, meeting);
    const state = await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ results }) => results === 1,
    );
    expect(state).toMatchObject({ researchState: 'completed', usage: 'used' });
    await handle.terminate();
  });

  test('waits as long as the vendor asks', async () => {
    const fault = { method: 'POST', path: '/v1/messages', status: 429, headers: { 'retry-after': '2' }, times: 1 };
    await lab.control(lab.anthropic, '/faults', fault);
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 60 });
    const startedAt = Date.now();
    const handle = await startMeeting(lab, meeting);
    await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ results }) => results === 1,
    );
    const elapsedMs = Date.now() - startedAt;
    expect(elapsedMs).toBeGreaterThan(2_000);
    expect(elapsedMs).toBeLessThan(9_000); // the retry policy alone would have waited ten seconds
    await handle.terminate();
  });

  test('needs no operator if the quota is used up, which the mail explains', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 3 });
    await lab.pool.query(sql.typeAlias('void')`
      insert into usage_entries (user_id, kind, reference, state)
      select ${meeting.user.id}, 'research', 'earlier:' || n, 'used' from generate_series(1, 60) as n
    `);
    const handle = await startMeeting(lab, meeting);
    const [mail] = await eventually(
      () => mailsOf(meeting),
      (mails) => mails.length === 1,
    );
    expect(mail?.text).toContain("This month's research quota is used up.");
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      researchState: 'failed',
      researchError: 'quota_exceeded',
      results: 0,
      usage: null,
    });
    expect(await countWorkflows(lab, 'NeedsOperator = true')).toBe(0);
    await handle.terminate();
  });

  test('is cancelled with its workflow and costs nothing', async () => {
    await lab.control(lab.anthropic, '/next', { behaviour: 'hang', times: 1 });
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 900 });
    const handle = await startMeeting(lab, meeting);
    await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ researchState }) => researchState === 'running',
    );
    await handle.cancel();
    await eventually(
      async () => (await handle.describe()).status.name,
      (status) => status === 'CANCELLED',
    );
    await captureHistory('prepare-meeting-ended-by-hand-while-researching', handle);
    const { researchState, usage } = await readMeeting(lab, meeting.meetingId);
    expect(['pending', 'failed']).toContain(researchState);
    expect(usage).toBe('refunded');
  });

  test('is cancelled with its meeting and costs nothing', async () => {
    await lab.control(lab.anthropic, '/next', { behaviour: 'hang', times: 1 });
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 60 });
    const handle = await startMeeting(lab, meeting);
    await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ researchState }) => researchState === 'running',
    );
    await lab.pool.query(sql.typeAlias('void')`
      update meetings set status = 'cancelled' where id = ${meeting.meetingId}
    `);
    await announceChange(lab, meeting.meetingId);
    await handle.result();
    const state = await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ usage }) => usage === 'refunded',
    );
    expect(state).toMatchObject({ results: 0, briefingReason: 'The meeting was cancelled.' });
    expect(await mailsOf(meeting)).toEqual([]);
  });
});
