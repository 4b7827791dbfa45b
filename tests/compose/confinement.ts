import { inspect } from './docker.ts';
import { type Installation, NETWORKS, VENDORS } from './installation.ts';

/** The services based on `x-role` in docker-compose.yml, each with its account. */
const ROLES = { api: 1000, worker: 1000, migrate: 1000, 'register-engine': 1000, backup: 999 };
const LIMITED: Record<string, number> = {
  gateway: 128,
  api: 768,
  worker: 1024,
  postgres: 2048,
  redis: 512,
  temporal: 2048,
  'temporal-ui': 256,
  migrate: 256,
  'register-engine': 256,
};
const OUTSIDE = 'https://accounts.google.com/';

/**
 * Checks docker-compose.yml's restrictions inside the running containers. @throws Error naming the first one that fails
 */
export async function expectConfined({ compose, docker }: Installation): Promise<void> {
  const running = new Set((await compose('ps', '--services')).split('\n'));
  const start = ['run', '--rm', '-T', '--no-deps', '--entrypoint', 'sh'];
  const inside = (service: string, command: string) =>
    running.has(service)
      ? compose('exec', '-T', service, 'sh', '-c', command)
      : compose(...start, service, '-c', command);
  for (const [role, account] of Object.entries(ROLES)) {
    const wrote = await inside(role, 'touch /foreword/x 2>&1 || true; touch /tmp/x && echo tmp');
    if (!/Read-only file system/.test(wrote) || !wrote.endsWith('tmp')) throw new Error(`${role} may write: ${wrote}`);
    const status = await inside(role, 'cat /proc/1/status /proc/self/status');
    if (/^Cap(?:Eff|Prm|Bnd):\s+(?!0{16}$)/m.test(status)) throw new Error(`${role} has capabilities:\n${status}`);
    expectNoNewPrivileges(role, status);
    const accounts = [...status.matchAll(/^Uid:\s+(\d+)\s/gm)].map(([, uid]) => Number(uid));
    if (accounts.length !== 2 || accounts.some((uid) => uid !== account))
      throw new Error(`${role} runs as ${accounts.join(' and ')}`);
  }
  const redis = /^Uid:\s+(\d+)\s/m.exec(await inside('redis', 'cat /proc/1/status'))?.[1];
  if (redis === undefined || redis === '0') throw new Error(`Redis runs as ${redis}`);
  // For the worker's connection to an engine over TLS, which doesn't use Node's own.
  const certificates = await inside('worker', 'test -s /etc/ssl/certs/ca-certificates.crt && echo there || true');
  if (certificates !== 'there') throw new Error('the image has no certificates');
  const wrote = await inside('backup', 'touch /var/lib/postgresql/x 2>&1 || true');
  if (!/Read-only file system/.test(wrote)) throw new Error(`a backup may write to the database's files: ${wrote}`);
  for (const [service, megabytes] of Object.entries(LIMITED)) {
    // Control groups v1, then v2.
    const readLimit = 'cat /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null || cat /sys/fs/cgroup/memory.max';
    const [limit, ...status] = (await inside(service, `${readLimit}; cat /proc/1/status`)).split('\n');
    expectNoNewPrivileges(service, status.join('\n'));
    if (Number(limit) !== megabytes * 2 ** 20) throw new Error(`${service} has a limit of ${limit}`);
  }
  const open = (await compose('ps', '--format', '{{.Service}}{{range .Publishers}} {{.PublishedPort}}{{end}}'))
    .replaceAll(' 0', '')
    .split('\n')
    .filter((line) => / [1-9]/.test(line));
  if (open.length !== 1 || new Set(open[0]?.split(' ')).symmetricDifference(new Set(['gateway', '80', '443'])).size > 0)
    throw new Error(`open from outside: ${open.join('; ')}`);
  // The fourth field is the scope: 00 is global.
  if (!/^\w+ \w+ \w+ 00 /m.test(await inside('gateway', 'cat /proc/net/if_inet6')))
    throw new Error('the gateway has no IPv6 address');
  const reach = (service: string, address: string) =>
    inside(
      service,
      `node -e "fetch('${address}',{signal:AbortSignal.timeout(5000)}).then(() => console.log('reached'), () => console.log('no way'))"`,
    );
  if ((await reach('worker', OUTSIDE)) !== 'reached') throw new Error('the worker cannot reach the vendors');
  const address = await inspect(
    docker,
    VENDORS,
    `{{(index .NetworkSettings.Networks "${NETWORKS.outside}").IPAddress}}`,
  );
  const connect = (host: string, port: number) =>
    inside('postgres', `timeout 5 bash -c '</dev/tcp/${host}/${port}' && echo reached || echo no way`);
  if ((await connect('redis', 6379)) !== 'reached') throw new Error('postgres cannot reach redis');
  if ((await connect(address, 443)) !== 'no way') throw new Error('postgres can reach the outside');
  // Unless the network is internal, Docker routes its packets to the internet.
  if ((await inspect(docker, NETWORKS.inside, '{{.Internal}}')) !== 'true')
    throw new Error(`${NETWORKS.inside} is not internal`);
  for (const closed of ['postgres', 'redis', 'temporal']) {
    const id = (await compose('ps', '--quiet', closed)).trim();
    const networks = await inspect(docker, id, '{{range $name, $_ := .NetworkSettings.Networks}}{{$name}} {{end}}');
    if (networks !== NETWORKS.inside) throw new Error(`${closed} is on ${networks}`);
  }
}

/** Expects that the processes with this /proc/PID/status cannot gain privileges. */
function expectNoNewPrivileges(service: string, status: string): void {
  const flags = [...status.matchAll(/^NoNewPrivs:\s+(\d)$/gm)].map(([, flag]) => flag);
  if (flags.length === 0 || flags.some((flag) => flag !== '1'))
    throw new Error(`${service} may gain privileges: ${flags.join(' and ')}`);
}
