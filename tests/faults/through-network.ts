import * as z from 'zod';
import { thisPart } from './this-part.ts';

/**
 * Preloaded into each process of a fault run (`--import`): makes API and worker reach their
 * services at the ports in NODE_NETWORK.
 */
const SETTINGS = ['DATABASE_URL', 'REDIS_URL', 'TEMPORAL_ADDRESS'];
const network = process.env['NODE_NETWORK'];

if (network !== undefined && thisPart !== undefined) {
  for (const [port, other] of Object.entries(z.record(z.string(), z.number()).parse(JSON.parse(network))))
    for (const name of SETTINGS)
      process.env[name] = process.env[name]?.replace(new RegExp(`:${port}(?!\\d)`), `:${other}`);
}
