import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { Installation } from './installation.ts';

const prometheusFile = z.object({
  scrape_configs: z.array(
    z.object({
      authorization: z.unknown().optional(),
      dns_sd_configs: z.array(z.object({ names: z.array(z.string()), port: z.number() })),
    }),
  ),
});

/**
 * Scrapes every target in ops/prometheus/prometheus.yml, and checks that those with a token require it. Returns one
 * line of results.
 */
export async function expectScraped(site: Installation): Promise<string> {
  const { scrape_configs: jobs } = prometheusFile.parse(
    parse(await readFile(join(repositoryRoot, 'ops/prometheus/prometheus.yml'), 'utf8')),
  );
  const scraped: string[] = [];
  for (const { authorization, dns_sd_configs: targets } of jobs) {
    for (const { name, port } of targets.flatMap(({ names, port }) => names.map((name) => ({ name, port })))) {
      const count = (await scrape(site, name, port)).match(/^# TYPE /gm)?.length ?? 0;
      if (count === 0) throw new Error(`${name} has no metrics`);
      scraped.push(`${name} ${count}`);
      if (authorization === undefined) continue;
      await expectRefused(site, name, port, '');
    }
  }
  return `metrics: ${scraped.join(', ')}`;
}

/** Expects a service to refuse to serve its metrics to this token. */
export async function expectRefused(site: Installation, service: string, port: number, token: string): Promise<void> {
  const answered = await scrape(site, service, port, { token }).then(() => 'metrics', String);
  if (!/: 40[13]$/m.test(answered)) throw new Error(`with the token "${token}", ${service} returned ${answered}`);
}

/**
 * Reads a service's metrics over the inner network, as Prometheus does. Without `token`, sends the installation's own.
 * @throws Error whose text contains the status, if that is not 200
 */
export async function scrape(
  { compose }: Installation,
  service: string,
  port: number,
  { token }: { token?: string } = {},
): Promise<string> {
  const sent =
    token === undefined
      ? "require('node:fs').readFileSync('/run/secrets/metrics_token', 'utf8').trim()"
      : JSON.stringify(token);
  const read = `
    fetch('http://${service}:${port}/metrics', { headers: { authorization: 'Bearer ' + ${sent} } })
      .then((answer) => answer.ok ? answer.text() : Promise.reject(new Error('status: ' + answer.status)))
      .then(console.log);`;
  return await compose('exec', '-T', 'api', 'node', '-e', read);
}
