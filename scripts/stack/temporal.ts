import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { searchAttributeTypes } from '#ops/commands/engine-definitions.ts';
import type { Supervisor } from '#scripts/processes/supervisor.ts';
import { resolveTemporal } from '#scripts/tools/temporal-binary.ts';
import type { Progress } from './steps.ts';

/**
 * The same as in temporal-config/dynamic.yaml: how failing workflows are shown and retried, and the maximum page size.
 */
const dynamicConfig = {
  'system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute': '1',
  'history.workflowTaskRetryMaxInterval': '"30s"',
  'frontend.visibilityMaxPageSize': '100',
};

/**
 * The development server rereads the search attributes from disk for every row of a list, so that new ones take effect
 * immediately. Tests need that, since they add attributes to new namespaces. With the Web UI, the rereading would make
 * many requests wait or fail (docs/reliability.md).
 */
const forWebUi = { 'system.forceSearchAttributesCacheRefreshOnRead': 'false' };

type Options = {
  /** Created if missing. */
  namespace: string;
  dataFolder: string;
  port: number;
  /** Null omits the Web UI. */
  uiPort: number | null;
  progress?: Progress;
  signal?: AbortSignal | undefined;
};

/** Starts the engine, whose binary is built or downloaded if missing. @returns its address */
export async function startTemporal(supervisor: Supervisor, options: Options): Promise<string> {
  const command = await resolveTemporal({
    signal: options.signal,
    ...(options.progress && { progress: options.progress }),
  });
  await mkdir(options.dataFolder, { recursive: true });
  const address = `127.0.0.1:${options.port}`;
  await supervisor.start({
    name: 'temporal',
    command,
    args: [
      'server',
      'start-dev',
      '--ip=127.0.0.1',
      `--port=${options.port}`,
      `--namespace=${options.namespace}`,
      '--log-level=warn',
      `--db-filename=${join(options.dataFolder, 'temporal.db')}`,
      '--sqlite-pragma=journal_mode=WAL',
      '--sqlite-pragma=synchronous=NORMAL',
      options.uiPort === null ? '--headless' : `--ui-port=${options.uiPort}`,
      ...Object.entries(searchAttributeTypes).map(([name, type]) => `--search-attribute=${name}=${type}`),
      ...Object.entries({ ...dynamicConfig, ...(options.uiPort !== null && forWebUi) }).map(
        ([name, value]) => `--dynamic-config-value=${name}=${value}`,
      ),
    ],
    stopStage: 2,
    stopTimeoutMs: 4_000,
    readyTimeoutMs: 180_000,
    isReady: () => engineAnswers({ address, namespace: options.namespace }),
  });
  return address;
}

/** @param apiKey of Temporal Cloud, which is connected to over TLS */
type Address = { address: string; namespace: string; apiKey?: string | undefined };

/** Returns whether a Temporal server responds at the address and has the namespace. */
export async function engineAnswers({ address, namespace, apiKey }: Address): Promise<boolean> {
  try {
    const connection = await Connection.connect({
      address,
      connectTimeout: 2_000,
      ...(apiKey !== undefined && { apiKey, tls: true }),
    });
    try {
      await connection.workflowService.describeNamespace({ namespace });
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false; // not up yet
  }
}
