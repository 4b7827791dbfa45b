import { Client, Connection } from '@temporalio/client';

/** Runs `use` with a client of the engine. */
export async function withEngine<T>(
  { address, namespace = 'default' }: { address: string; namespace?: string },
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const connection = await Connection.connect({ address });
  try {
    return await use(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}
