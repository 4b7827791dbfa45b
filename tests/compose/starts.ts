import { until } from '#tests/faults/until.ts';
import { inspect } from './docker.ts';
import { bringUp, type Installation } from './installation.ts';

const START_WITHIN_MS = 3_000;
const READY = { api: 'API ready', worker: 'worker ready' };

/**
 * Restarts API and worker, and checks the processor time each takes from the start of its container until it logs that
 * it is ready. Unlike wall-clock time, processor time barely depends on other load on the machine. Returns one line of
 * results with both times.
 */
export async function expectQuickStarts(site: Installation): Promise<string> {
  const results: string[] = [];
  for (const role of ['api', 'worker'] as const) {
    await site.compose('restart', role);
    const id = (await site.compose('ps', '--quiet', role)).trim();
    const began = await inspect(site.docker, id, '{{.State.StartedAt}}');
    const readyAt = async () => {
      const log = await site.docker.run(['logs', '--since', began, id]);
      const line = log.split('\n').find((each) => each.includes(`"${READY[role]}"`)) ?? '';
      return Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? '');
    };
    await until(`the ${role} is ready`, async () => !Number.isNaN(await readyAt()), 60_000);
    const busyMs = await readProcessorMs(site, id);
    results.push(`${role} ${busyMs} ms of a processor, ${(await readyAt()) - Date.parse(began)} ms by the clock`);
    if (!(busyMs <= START_WITHIN_MS)) throw new Error(results.at(-1));
  }
  await bringUp(site);
  return results.join('; ');
}

/** Reads the processor time of the role's process, which is the child of the container's init. */
async function readProcessorMs({ docker }: Installation, id: string): Promise<number> {
  const lines = await docker.run(['exec', id, 'sh', '-c', 'cat /proc/[0-9]*/stat 2>/dev/null || true']);
  // After the name in parentheses come the state and the parent; user and system time are fields 11 and 12 from there,
  // in hundredths of a second.
  const processes = lines.split('\n').map((line) => line.slice(line.lastIndexOf(')') + 2).split(' '));
  const fields = processes.find(([, parent]) => parent === '1') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
