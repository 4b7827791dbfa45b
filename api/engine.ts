import { Client, Connection } from '@temporalio/client';

const PING_TIMEOUT_MS = 2000;

export type Engine = { client: Client; ping: () => Promise<void>; close: () => Promise<void> };

/**
 * The way to the workflow engine. Nothing is connected yet: the first call does that, and calls after an outage connect again, so the API starts and
 * serves whether the engine is there or not.
 */
export function openEngine({ address, namespace }: { address: string; namespace: string }): Engine {
  // The client's own retries are off: the dispatcher is the one that retries, and a retry whose timer outlives the connection would end the process.
  const connection = Connection.lazy({ address, interceptors: [] });
  return {
    client: new Client({ connection, namespace }),
    ping: async () => {
      await connection.withDeadline(Date.now() + PING_TIMEOUT_MS, () =>
        connection.workflowService.describeNamespace({ namespace }),
      );
    },
    close: async () => await connection.close(),
  };
}
