import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { sql } from '#db/sql.ts';
import { createTestState, removeState } from '#scripts/stack/test-state.ts';
import { type Instance, startInstance } from '#tests/faults/instance.ts';
import { connectNewcomer, control, type Newcomer, researchStateIs, vendorUrl } from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { tallySteps } from '#tests/support/tally-steps.ts';
import { meetingWorkflowId } from '#workflows/names.ts';
import { attackWebUi } from './attack-web-ui.ts';
import { expectBriefing, playBuilds } from './builds.ts';
import { type Cluster, listServices, startCluster } from './cluster.ts';
import { guessLogins } from './guess-logins.ts';
import { replaceApiUnderLoad } from './rollout.ts';
import { expectVisitors } from './visitors.ts';
import { retryThroughWebUi } from './web-ui.ts';

const NAMESPACE = 'foreword';
const PARKED = 'NeedsOperator = true AND ExecutionStatus = "Running"';
const HALF_AN_HOUR_MS = 30 * 60_000;

/**
 * `npm run test:cluster`: runs the product on the Temporal cluster of docker-compose.yml, built from source. Among
 * other steps, a meeting is parked and retried through the Web UI. With `-- docs/pictures/operations` it also takes the
 * screenshots for the operators' guide. The last line is `N passed, N failed`.
 */
async function runCluster(): Promise<number> {
  const folders = await createTestState();
  const { step, line, end } = tallySteps();
  const open: { stop: () => Promise<void> }[] = [];
  try {
    const cluster = await step('the cluster starts, applying schema, namespaces and attributes twice', (progress) =>
      startCluster({ folders, progress }),
    );
    open.push(cluster);
    await step('frontend, history, matching and worker services are up', () => expectServices(cluster));
    const instance = await step('the product starts on the cluster', () =>
      startInstance({
        TEMPORAL_ADDRESS: cluster.address,
        TEMPORAL_NAMESPACE: NAMESPACE,
        TEMPORAL_UI_URL: cluster.uiUrl,
        // All users share one address.
        RATE_LIMIT_SIGN_IN: 'off',
      }),
    );
    open.push(instance);
    const newcomer = await step('a parked meeting is found by NeedsOperator', () => parkMeeting(cluster, instance));
    await step('the parked meeting is retried through the Web UI, and its research completes', async () => {
      const meeting = await instance.pool.one(
        sql.typeAlias('id')`select id from meetings where user_id = ${newcomer.userId}`,
      );
      await retryThroughWebUi(cluster.uiUrl, {
        namespace: NAMESPACE,
        workflowId: meetingWorkflowId(meeting.id),
        pictures: process.argv[2] ?? null,
      });
      await until('research completes', () => researchStateIs(instance, newcomer, 'completed'), 120_000);
    });
    await step('builds are deployed gradually and rolled back', async () => {
      for (const seen of await playBuilds(cluster, instance, newcomer)) line(`  ..  ${seen}`);
    });
    await step('a due briefing is sent', () => expectBriefing({ instance }));
    await step('a page on another site cannot use an operator’s login', async () => {
      line(`  ..  ${await attackWebUi(cluster.uiUrl, join(folders.root, 'hostile'))}`);
    });
    await step('login guesses are limited before they are checked', async () => {
      line(`  ..  ${await guessLogins(join(folders.root, 'guesses'))}`);
    });
    await step('the API learns the address of a visitor behind a load balancer', async () => {
      line(`  ..  ${await expectVisitors(join(folders.root, 'visitors'))}`);
    });
    await step('the API is replaced under load behind the gateway', async () => {
      line(`  ..  ${await replaceApiUnderLoad(instance, cluster.uiUrl, join(folders.root, 'gateway'))}`);
    });
  } catch {
    // The step has reported the error.
  } finally {
    for (const part of open.toReversed()) await part.stop();
    await removeState(folders);
  }
  return end();
}

async function expectServices(cluster: Cluster): Promise<void> {
  const expected = ['frontend', 'history', 'matching', 'worker'];
  await until('all four services report', async () => {
    const services = await listServices(cluster);
    return expected.every((name) => services.includes(name));
  });
}

async function parkMeeting(cluster: Cluster, instance: Instance): Promise<Newcomer> {
  await control(instance, 'anthropic', '/faults', { method: 'POST', path: '/v1/messages', status: 401, times: 1000 });
  const newcomer = await connectNewcomer(instance, HALF_AN_HOUR_MS);
  await until('research is given up', () => researchStateIs(instance, newcomer, 'failed'), 120_000);
  const connection = await Connection.connect({ address: cluster.address });
  try {
    const client = new Client({ connection, namespace: NAMESPACE });
    const query = `${PARKED} AND UserId = "${newcomer.userId}"`;
    await until('the parked meeting is found', async () => (await client.workflow.count(query)).count === 1);
  } finally {
    await connection.close();
  }
  await fetch(`${vendorUrl(instance, 'anthropic')}/_control/faults`, { method: 'DELETE' });
  return newcomer;
}

process.exit(await runCluster());
