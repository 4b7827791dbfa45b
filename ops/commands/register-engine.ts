import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { setting } from './config.ts';
import { clusterNamespaces, type EngineNamespace, searchAttributeTypes } from './engine-definitions.ts';

/** gRPC's ALREADY_EXISTS, https://grpc.io/docs/guides/status-codes/ */
const ALREADY_EXISTS = 6;
/** The cluster refreshes its namespace and attribute caches within this time. */
const VISIBLE_WITHIN_MS = 60_000;

/**
 * Registers the namespaces and search attributes of temporal-config in a cluster.
 * Idempotent, so every start may run it.
 * @throws if the cluster does not respond or a registration does not become visible
 */
export async function registerEngine(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 10_000 });
  try {
    for (const namespace of clusterNamespaces) await registerNamespace(connection, namespace);
  } finally {
    await connection.close();
  }
}

/** Registers a namespace and its search attributes. @throws if they do not become visible */
export async function registerNamespace(connection: Connection, namespace: EngineNamespace): Promise<void> {
  const { name, description, retentionDays } = namespace;
  await unlessThere(() =>
    connection.workflowService.registerNamespace({
      namespace: name,
      description,
      workflowExecutionRetentionPeriod: msToTs(`${retentionDays} days`),
    }),
  );
  await untilVisible(() => registerSearchAttributes(connection, name));
}

async function registerSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(searchAttributeTypes).filter(([name]) => !(name in customAttributes));
  if (missing.length === 0) return;
  await unlessThere(() =>
    connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(([name, type]) => [name, valueTypes[type]])),
    }),
  );
  throw new Error(`The search attributes of ${namespace} are not visible yet.`);
}

/** temporal.api.enums.v1.IndexedValueType */
const valueTypes = { Keyword: 2, Bool: 5, Datetime: 6 } as const;

async function untilVisible(look: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + VISIBLE_WITHIN_MS;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(500);
    }
  }
}

async function unlessThere(register: () => Promise<unknown>): Promise<void> {
  try {
    await register();
  } catch (error) {
    if (!isGrpcServiceError(error)) throw error;
    const code: number = error.code;
    if (code !== ALREADY_EXISTS) throw error;
  }
}

if (import.meta.main) {
  const address = setting('TEMPORAL_ADDRESS');
  if (!address) throw new Error('TEMPORAL_ADDRESS is missing. Set it to the gRPC address of the cluster.');
  await registerEngine(address);
  console.log('Namespaces and search attributes are registered.');
}
