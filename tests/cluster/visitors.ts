import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { until } from '#tests/faults/until.ts';
import { askFrom, endProcess, findGatewayPorts, listen, startGateway } from './gateway.ts';

const LOAD_BALANCER = '127.0.0.5';
const VISITOR = '198.51.100.7';

/**
 * Checks which visitor address the API gets, with the lines for a load balancer from docs/operations.md: the visitor's
 * own if the load balancer forwards the request, and the connection's if the visitor only claims another. Returns one
 * line of results.
 */
export async function expectVisitors(folder: string): Promise<string> {
  const ports = await findGatewayPorts();
  const api = createServer(({ url, headers }, response) => {
    response.end(url === '/health' ? '{"status":"ok"}' : String(headers['x-forwarded-for']));
  });
  const listening = await listen(api, ports.api);
  const options = (await readGuide()).replace('203.0.113.0/24', `${LOAD_BALANCER}/32`);
  const gateway = await startGateway({ ports, folder, uiUrl: listening.url, options });
  /** Returns the address that the API gets for a request from `localAddress` that claims to come from `VISITOR`. */
  const ask = async (localAddress: string) => {
    const { status, body } = await askFrom(localAddress, ports.door, { 'x-forwarded-for': VISITOR });
    return status === 200 ? body : '';
  };
  try {
    await until('the gateway serves', async () => (await ask(LOAD_BALANCER).catch(() => '')) !== '', 60_000);
    const [forwarded, claimed] = [await ask(LOAD_BALANCER), await ask('127.0.0.6')];
    if (forwarded !== VISITOR) throw new Error(`behind the load balancer, the API learns "${forwarded}"`);
    if (claimed !== '127.0.0.6') throw new Error(`from a visitor who claims another address, it learns "${claimed}"`);
    return `the API learns ${forwarded} from the load balancer, ${claimed} from a visitor who claims to be ${VISITOR}`;
  } finally {
    await endProcess(gateway);
    listening.close();
  }
}

/** Returns the global options that the guide recommends for a load balancer. */
async function readGuide(): Promise<string> {
  const guide = await readFile(join(repositoryRoot, 'docs/operations.md'), 'utf8');
  const [, options] = /```\n(\tservers \{\n[\s\S]*?\n\t\}\n)```/.exec(guide) ?? [];
  if (options === undefined) throw new Error('docs/operations.md has no lines for a load balancer');
  return options;
}
