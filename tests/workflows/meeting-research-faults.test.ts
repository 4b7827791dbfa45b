import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import type { ResearchModel } from '#providers/research/provider.ts';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { createWorld } from '#sandbox/world/world.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { createSandboxModel } from '#tests/support/vendor-adapters.ts';
import { acceptedBy, control, eventually, openMeetingLab, type TestMeeting } from './meeting-lab.ts';

/** More than the calls of any test. */
const ALWAYS = 1_000;
/** The policy waits 10, 20 and 40 s between attempts, so the eight modes run concurrently. */
const POLICY_S = [10, 20, 40];
const POLICY = { firstPauseS: 10, backoffCoefficient: 2 };
/** The delays in seconds that the model requests with its 429. */
const AS_ASKED_S = [2, 2, 2, 2];

const fault = (status: number) => ['/faults', { method: 'POST', path: '/v1/messages', status, times: ALWAYS }] as const;
const next = (behaviour: string) => ['/next', { behaviour, times: ALWAYS }] as const;

/** Affect all meetings alike, so research is retried until its time limit. */
const OUTAGES = [
  { name: '429', set: fault(429), callsEach: 1, pausesS: AS_ASKED_S },
  { name: '500', set: fault(500), callsEach: 1, pausesS: POLICY_S },
  { name: '529', set: fault(529), callsEach: 1, pausesS: POLICY_S },
  { name: 'hang', set: next('hang'), callsEach: 1, pausesS: POLICY_S },
] as const;
const MODES = [
  { name: 'truncation', set: next('max_tokens'), code: 'truncated', callsEach: 1, pausesS: POLICY_S },
  // Not retried. The three calls are one for both subjects, then one for each on its own.
  { name: 'refusal', set: next('refusal'), code: 'refused', callsEach: 3, pausesS: [] },
  // A paused turn is continued five times.
  { name: 'pause_turn', set: next('pause_turn'), code: 'truncated', callsEach: 6, pausesS: POLICY_S },
  { name: 'search error', set: next('search_error'), code: 'search_unavailable', callsEach: 1, pausesS: POLICY_S },
] as const;
type Mode = (typeof MODES | typeof OUTAGES)[number];
/** A model that hangs until after the briefing is due. */
const FOR_EVER = { name: 'for-ever' };

const slug = ({ name }: { name: string }) => name.replace(/\W/, '-');
const addressAt = (mode: { name: string }) => `pat.guest@always-${slug(mode)}.example`;

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
type Case = { meeting: TestMeeting; sandbox: Sandbox };

const lab = await openMeetingLab(['core', 'email']);
const world = createWorld({ webUrl: 'http://127.0.0.1:4007' });
const sandboxes = new Map<string, Sandbox>();
const cases = new Map<string, Case>();

for (const mode of [...MODES, ...OUTAGES]) {
  // Short only for the model that hangs: with any other, a stall here could cause a timeout.
  const patience = mode.name === 'hang' ? { timeoutMs: 2_000 } : {};
  sandboxes.set(slug(mode), await startSandbox(mode.set, patience));
}
sandboxes.set(FOR_EVER.name, await startSandbox(next('hang')));

beforeAll(async () => {
  lab.context.model = byCompany;
  await lab.engine.startWorker(lab.context, ['research']);
  cases.set(FOR_EVER.name, await startCase(FOR_EVER, { briefingInS: 40 }));
  const later = { startsInS: 4 * 3_600, leadMinutes: 20 };
  for (const mode of [...MODES, ...OUTAGES]) cases.set(mode.name, await startCase(mode, later));
});

/** Starts a separate model with one persistent fault. */
async function startSandbox([path, body]: readonly [string, unknown], patience: { timeoutMs?: number } = {}) {
  const vendor = await forThisFile(startVendor((options) => createAnthropic({ ...options, world, latencyMs: [0, 0] })));
  await control(vendor, path, body);
  return { vendor, model: createSandboxModel(vendor, patience) };
}

/** Routes each meeting's research to the model named after its guest's company. */
const byCompany: ResearchModel = {
  gather: (request, signal) => modelFor(request.prompt).gather(request, signal),
  answer: (request, signal) => modelFor(request.prompt).answer(request, signal),
};

function modelFor(prompt: string): ResearchModel {
  const named = [...sandboxes].find(([name]) => prompt.includes(`always-${name}.example`));
  if (!named) throw new Error('no model for this request');
  return named[1].model;
}

type When = { startsInS?: number; briefingInS?: number; leadMinutes?: number };

async function startCase(mode: { name: string }, when: When): Promise<Case> {
  const sandbox = sandboxes.get(slug(mode));
  if (!sandbox) throw new Error(`no model for ${mode.name}`);
  const attendees = [acceptedBy(addressAt(mode), 'Pat Guest')];
  return { sandbox, meeting: await lab.start({ ...when, attendees }) };
}

function caseOf({ name }: { name: string }): Case {
  const started = cases.get(name);
  if (!started) throw new Error(`${name} was not started`);
  return started;
}

const journal = z.object({ requests: z.array(z.object({ path: z.string(), at: z.coerce.date() })) });

/** Returns the times of all model calls, in seconds since the first. */
async function listCalls({ vendor }: Sandbox): Promise<number[]> {
  const response = await fetch(`${vendor.url}/_control/journal`);
  const { requests } = journal.parse(await response.json());
  const calls = requests.filter(({ path }) => path.startsWith('/v1/messages')).map(({ at }) => at.getTime());
  return calls.map((at) => (at - (calls[0] ?? at)) / 1000);
}

/** Returns the engine's limit for all attempts of the research together and its first pause, both in seconds. */
async function researchLimits(handle: WorkflowHandle) {
  const { events } = await handle.fetchHistory();
  const scheduled = events?.map((event) => event.activityTaskScheduledEventAttributes);
  const research = scheduled?.find((attributes) => attributes?.activityType?.name === 'research');
  const { initialInterval, backoffCoefficient } = research?.retryPolicy ?? {};
  return {
    limitS: Number(research?.scheduleToCloseTimeout?.seconds ?? Number.POSITIVE_INFINITY),
    firstPauseS: Number(initialInterval?.seconds),
    backoffCoefficient,
  };
}

/** Returns the pause that the latest attempt asked for, in whole seconds; null if it left that to the policy. */
async function lastRequestedPauseS(handle: WorkflowHandle): Promise<number | null> {
  const [research] = (await handle.describe()).raw.pendingActivities ?? [];
  const pause = research?.lastFailure?.applicationFailureInfo?.nextRetryDelay;
  return pause ? Number(pause.seconds) : null;
}

async function expectPartialMail({ meeting }: Case): Promise<string> {
  const mail = await meeting.onlyMail();
  expect(mail?.subject).toContain('Intro call');
  const text = mail?.text ?? '';
  expect(text).toContain('Intro call');
  expect(text).toMatch(/\nPat Guest\s+\(\S+\s·\sAccepted\)/);
  expect(mail?.html).toContain('Pat Guest');
  expect(text).not.toContain('SOURCES');
  return text;
}

/** Checks that no attempt came too early. When it comes after its pause depends on how busy the machine is. */
function expectPauses(calls: readonly number[], { callsEach, pausesS }: Mode): void {
  const attempts = calls.filter((_, index) => index % callsEach === 0);
  for (const [index, leastS] of pausesS.entries()) {
    const pauseS = (attempts[index + 1] ?? 0) - (attempts[index] ?? 0);
    expect(pauseS).toBeGreaterThan(leastS * 0.95);
  }
}

describe('a model with a persistent fault', () => {
  test.each(MODES)(
    '$name: leads to parked research at no cost after limited attempts, then to one partial email',
    async (mode) => {
      const one = caseOf(mode);
      const { meeting, sandbox } = one;
      const over = await eventually(
        meeting.read,
        ({ researchState }) => /failed|completed/.test(researchState),
        2 * PATIENCE_MS,
      );
      const calls = await listCalls(sandbox);
      expect(calls).toHaveLength(mode.callsEach * (mode.pausesS.length + 1));
      expectPauses(calls, mode);
      expect(await researchLimits(meeting.handle)).toEqual({ limitS: 45 * 60, ...POLICY });

      expect(over).toMatchObject({ researchState: 'failed', researchError: mode.code, results: 0, usage: 'refunded' });
      await lab.untilRunning(`MeetingId = "${meeting.meetingId}" and NeedsOperator = true`, 1);
      expect(await meeting.details()).toContain(`parked: \`${mode.code}\``);
      expect(await meeting.mails()).toEqual([]);

      await meeting.becomesDue();
      expect(await expectPartialMail(one)).toContain('The research for this meeting failed.');
      expect(await listCalls(sandbox)).toHaveLength(calls.length);
      await meeting.handle.terminate();
    },
  );

  test.each(OUTAGES)('$name: is called again after each pause while research runs on', async (mode) => {
    const { meeting, sandbox } = caseOf(mode);
    const calls = await eventually(
      () => listCalls(sandbox),
      ({ length }) => length > mode.pausesS.length,
      2 * PATIENCE_MS,
    );
    expectPauses(calls, mode);
    expect(await researchLimits(meeting.handle)).toMatchObject(POLICY);
    const requested = mode.pausesS === AS_ASKED_S ? [2, 3] : [null];
    expect(requested).toContain(await lastRequestedPauseS(meeting.handle));
    await sleep(2_000);
    expect(await meeting.read()).toMatchObject({ researchState: 'running', researchError: null });
    await meeting.handle.terminate();
  });

  test('makes research time out once the meeting has moved too close', async () => {
    const { meeting } = await startCase({ name: '429' }, { startsInS: 4 * 3_600 });
    await meeting.until({ researchState: 'running' });
    await meeting.change(sql.fragment`start_time = now() + interval '64 seconds'`);
    expect(await meeting.until({ researchState: 'failed' })).toMatchObject({ researchError: 'timed_out' });
    await meeting.handle.terminate();
  });

  test('that hangs never delays a briefing: research is cancelled when the email is due', async () => {
    const one = caseOf(FOR_EVER);
    const text = await expectPartialMail(one);
    expect(text).toContain('The research for this meeting failed.');
    const state = await one.meeting.briefed();
    expect(state.briefingSentAt?.getTime()).toBeLessThan(one.meeting.start.getTime());
    expect(state).toMatchObject({ researchState: 'failed', researchError: 'timed_out', usage: 'refunded' });
    await one.meeting[Symbol.asyncDispose]();
  });
});
