import { WorkflowUpdateFailedError } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { retryResearchUpdate } from '#workflows/names.ts';
import { DUE, eventually, findInHistory, openMeetingLab, readFailures, readMetadata } from './meeting-lab.ts';

const lab = await openMeetingLab();
const { caps } = lab.context;
beforeEach(() => lab.control(lab.anthropic, '/reset', {}));
afterEach(() => {
  lab.context.caps = caps;
});

/**
 * Makes the model refuse until the meeting is parked. That is immediate, since a refusal is not retryable. If the guest
 * were known, only the draft would be refused, and the briefing would consist of quotes.
 */
async function startParked() {
  await lab.pool.query(sql.typeAlias('void')`delete from dossiers`);
  await lab.control(lab.anthropic, '/next', { behaviour: 'refusal', times: 9 });
  const meeting = await lab.start({ briefingInS: 600, leadMinutes: 20 });
  await meeting.reaches('parked');
  await lab.control(lab.anthropic, '/reset', {});
  return meeting;
}

async function countModelCalls(): Promise<number> {
  const response = await fetch(`${lab.anthropic.url}/_control/journal`);
  const { requests } = z.object({ requests: z.array(z.object({ path: z.string() })) }).parse(await response.json());
  return requests.filter(({ path }) => path.startsWith('/v1/messages')).length;
}

describe('research that finds nothing', () => {
  test.for([
    ['joe.bloggs@gmail.com', 'Nothing public was found about the guest.', ['Joe Bloggs']],
    ['g0@corp0.example', 'Nothing public was found about the guest or their company.', ['corp0.example', 'g0@corp0']],
  ] as const)('completes, and one email lists what was not found: %s', async ([email, summary, missing]) => {
    const attendees = [{ email, responseStatus: 'accepted' }] as const;
    await using meeting = await lab.seed({ ...DUE, attendees: [...attendees] });
    // As the sync leaves it: a free-mail domain is not a company's.
    await meeting.set(sql.fragment`external_domains = array_remove(external_domains, 'gmail.com')`);
    await meeting.startWorkflow();
    const mail = await meeting.onlyMail();
    const text = mail?.text?.replaceAll('\u200c', '').replaceAll(/\s+/g, ' ') ?? '';
    expect(text).toContain(`QUICK TAKE ${summary}`);
    const notFound = text.slice(text.indexOf('WHAT COULD NOT BE FOUND'));
    for (const name of missing) expect(notFound).toContain(name);
    expect(text).not.toMatch(/failed|SOURCES|enough time/);
    const state = await meeting.briefed();
    expect(state).toMatchObject({ researchState: 'completed', researchError: null, results: 1, usage: 'used' });
    expect(await meeting.details()).not.toContain('parked');
    const { searchAttributes } = await meeting.handle.describe();
    expect(searchAttributes['NeedsOperator']?.[0] ?? false).toBe(false);
  });
});

describe('failed research', () => {
  test('parks the meeting at no cost until an operator retries it', async () => {
    await using meeting = await startParked();
    expect(await meeting.read()).toMatchObject({
      researchState: 'failed',
      researchError: 'refused',
      usage: 'refunded',
      briefingState: 'scheduled',
    });
    await lab.untilRunning('NeedsOperator = true and ResearchState = "failed"', 1);
    expect(await meeting.details()).toMatch(/parked: `refused`[^]*retryResearch[^]*Send an Update/);

    const { definition } = await readMetadata(meeting.handle);
    expect(definition.updateDefinitions).toEqual([
      { name: 'retryResearch', description: 'Retry research. Accepted only while it is parked.' },
    ]);

    await captureHistory('prepare-meeting-parked', meeting.handle);
    expect(await meeting.handle.executeUpdate(retryResearchUpdate)).toBe('Research will be retried.');
    await meeting.until({ results: 1 });
    await lab.untilRunning('NeedsOperator = true', 0);
    await meeting.becomesDue();
    const mail = await meeting.onlyMail();
    expect(mail?.text).toContain('SOURCES');
    expect(await meeting.read()).toMatchObject({ researchState: 'completed', usage: 'used' });
    await captureHistory('prepare-meeting-retried', meeting.handle);
    const texts = [meeting.user.email, 'eonie', 'Intro call', 'rightwater'];
    expect(await findInHistory(meeting.handle, { id: meeting.meetingId, texts })).toEqual([]);
  });

  test('is not retried once its attempts have reached the cost cap', async () => {
    // A single answer already exceeds it, even one that was truncated and would be retried.
    lab.context.caps = { ...caps, briefingUsd: 1e-9 };
    await lab.control(lab.anthropic, '/next', { behaviour: 'max_tokens', times: 5 });
    await using meeting = await lab.start({ briefingInS: 600 });
    const state = await meeting.until({ researchState: 'failed' });
    expect(state).toMatchObject({ researchError: 'cost_cap_reached', usage: 'refunded', results: 0 });
    expect(await meeting.details()).toContain('RESEARCH_COST_CAP_USD');
    expect(await countModelCalls()).toBe(1);
  });

  test('is retried automatically before the briefing if the cause may have passed', async () => {
    await lab.control(lab.anthropic, '/faults', { method: 'POST', path: '/v1/messages', status: 401, times: 1 });
    await using meeting = await lab.start({ briefingInS: 60 });
    await meeting.reaches('parked');
    expect(await meeting.details()).toMatch(/parked: `model_key_rejected`[^]*It is retried automatically at 20/);
    const state = await meeting.until({ results: 1 });
    expect(state).toMatchObject({ researchState: 'completed', usage: 'used', briefingState: 'scheduled' });
    await captureHistory('prepare-meeting-retried-automatically', meeting.handle);
  });

  test('does not delay a briefing that becomes due before the retry', async () => {
    await lab.control(lab.anthropic, '/faults', { method: 'POST', path: '/v1/messages', status: 401, times: 9 });
    await using meeting = await lab.start({ startsInS: 4 * 3_600, leadMinutes: 20 });
    await meeting.reaches('parked');
    await meeting.becomesDue();
    const mail = await meeting.onlyMail();
    expect(mail?.text).toContain('The research for this meeting failed.');
  });

  test('is the only research that an operator can retry', async () => {
    await using meeting = await lab.start({ briefingInS: 600 });
    await meeting.reaches('waiting');
    await expect(meeting.handle.executeUpdate(retryResearchUpdate)).rejects.toThrow(WorkflowUpdateFailedError);
  });

  test('is repeated when the user requests it', async () => {
    await using meeting = await startParked();
    await meeting.change(
      sql.fragment`research_state = 'pending', research_error = null, research_requests = research_requests + 1`,
    );
    await meeting.until({ results: 1 });
    await meeting.reaches('waiting');
    expect(await meeting.read()).toMatchObject({
      researchState: 'completed',
      usage: 'refunded,used',
    });
  });

  test('leads to a partial briefing that says so when due', async () => {
    await using meeting = await startParked();
    await meeting.becomesDue();
    const mail = await meeting.onlyMail();
    expect(mail?.text).toContain('The research for this meeting failed.');
    expect(mail?.text).toContain('Leonie Hartmann (brightwater.\u200ctest · Accepted)');
    expect(mail?.text).not.toContain('SOURCES');
    await meeting.reaches('following');
    expect(await meeting.read()).toMatchObject({ researchState: 'failed', briefingState: 'sent' });
    await lab.untilRunning('NeedsOperator = true', 0);
  });

  test('is retried automatically after a temporary fault and charged once', async () => {
    await lab.control(lab.anthropic, '/faults', { method: 'POST', path: '/v1/messages', status: 529, times: 1 });
    await using meeting = await lab.start({ briefingInS: 600 });
    const state = await meeting.until({ results: 1 });
    expect(state).toMatchObject({ researchState: 'completed', usage: 'used' });
  });

  test('waits as long as the vendor asks', async () => {
    const fault = { method: 'POST', path: '/v1/messages', status: 429, headers: { 'retry-after': '2' }, times: 1 };
    await lab.control(lab.anthropic, '/faults', fault);
    await using meeting = await lab.start({ briefingInS: 600 });
    await meeting.until({ results: 1 });
    const failures = await readFailures(meeting.handle);
    // The retry policy alone would have waited ten seconds.
    const pausesS = failures.map(({ applicationFailureInfo: failure }) => Number(failure?.nextRetryDelay?.seconds));
    expect(pausesS).toEqual([expect.toBeOneOf([2, 3])]);
  });

  test('caused by a used-up quota is explained in the email and does not need an operator', async () => {
    await using meeting = await lab.seed(DUE);
    await lab.pool.query(sql.typeAlias('void')`
      insert into usage_entries (user_id, kind, reference, state)
      select ${meeting.user.id}, 'research', 'earlier:' || n, 'used' from generate_series(1, 60) as n
    `);
    await meeting.startWorkflow();
    const mail = await meeting.onlyMail();
    expect(mail?.text).toContain('This month’s research quota is used up.');
    expect(await meeting.read()).toMatchObject({
      researchState: 'failed',
      researchError: 'quota_exceeded',
      results: 0,
      usage: null,
    });
    expect(await lab.countRunning('NeedsOperator = true')).toBe(0);
  });
});

test('running research is cancelled with its workflow and costs nothing', async () => {
  await lab.hangModel();
  await using meeting = await lab.start({ briefingInS: 600 });
  await meeting.until({ researchState: 'running' });
  await meeting.handle.cancel();
  await eventually(
    async () => (await meeting.handle.describe()).status.name,
    (status) => status === 'CANCELLED',
  );
  await captureHistory('prepare-meeting-ended-by-hand-while-researching', meeting.handle);
  const { researchState, usage } = await meeting.read();
  expect(['pending', 'failed']).toContain(researchState);
  expect(usage).toBe('refunded');
});

test('running research is cancelled with its meeting and costs nothing', async () => {
  await lab.hangModel();
  await using meeting = await lab.start({ briefingInS: 600 });
  await meeting.until({ researchState: 'running' });
  await meeting.change(sql.fragment`status = 'cancelled'`);
  await meeting.handle.result();
  const state = await meeting.until({ usage: 'refunded' });
  expect(state).toMatchObject({ results: 0, briefingReason: 'The meeting was cancelled.' });
  expect(await meeting.mails()).toEqual([]);
});
