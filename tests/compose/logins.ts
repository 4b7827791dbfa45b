import { until } from '#tests/faults/until.ts';
import { LOGIN, loginWith } from '#tests/support/operator-login.ts';
import { inspect } from './docker.ts';
import { type Installation, NETWORKS, VENDORS, WEB_UI_HOST } from './installation.ts';

/** The limit per source in ops/gateway/Caddyfile. */
const PER_SOURCE = 5;

/**
 * Checks that the Web UI requires its login, and that wrong ones are limited: per IPv4 address, together for two IPv6
 * addresses of a /64, and in total. Everything happens within the minute that a limit lasts.
 */
export async function expectLogin(site: Installation): Promise<void> {
  const address = `https://${WEB_UI_HOST}/`;
  await until(
    'the certificate comes',
    async () =>
      await fetch(address).then(
        () => true,
        () => false,
      ),
    120_000,
  );
  const login = loginWith(LOGIN.password);
  const ask = async (headers: Record<string, string>) => (await fetch(address, { headers })).status;
  const [without, withLogin] = [await ask({}), await ask(login)];
  if (without !== 401 || withLogin !== 200)
    throw new Error(`it returned ${without} without the login and ${withLogin} with it`);
  const guesses: number[] = [];
  while (guesses.length <= PER_SOURCE) guesses.push(await ask(loginWith('guess')));
  if (guesses.join() !== '401,401,401,401,401,429') throw new Error(`guesses got ${guesses.join()}`);
  if ((await ask(login)) !== 200) throw new Error('a known login was refused after the guesses');
  await expectLimits(site);
  if ((await ask(login)) !== 200) throw new Error('a known login was refused after the guesses of others');
}

/** Guesses from containers, each with its own IPv4 address and an IPv6 address in one /64. */
async function expectLimits({ compose, docker }: Installation): Promise<void> {
  const gateway = (await compose('ps', '--quiet', 'gateway')).trim();
  const addressOf = (field: string) =>
    inspect(docker, gateway, `{{(index .NetworkSettings.Networks "${NETWORKS.outside}").${field}}}`);
  const [v4, v6] = await Promise.all([addressOf('IPAddress'), addressOf('GlobalIPv6Address')]);
  const guessIn = async (service: string) => {
    const id = (await compose('ps', '--quiet', service)).trim();
    return await Promise.all([guessFrom(docker, id, v4), guessFrom(docker, id, v6)]);
  };
  const [api, worker] = await Promise.all([guessIn('api'), guessIn('worker')]);
  const checked = {
    'an IPv4 address': countChecked(api[0]),
    'another IPv4 address': countChecked(worker[0]),
    'two addresses of one /64': countChecked([...api[1], ...worker[1]]),
  };
  for (const [source, count] of Object.entries(checked))
    if (count !== PER_SOURCE) throw new Error(`${count} guesses from ${source} were checked, not ${PER_SOURCE}`);
  // With those from this machine, 20 guesses were checked, the limit for all sources together.
  const fresh = countChecked(await guessFrom(docker, VENDORS, v4));
  if (fresh !== 0) throw new Error(`${fresh} guesses from a new address were checked after 20 from others`);
}

/** Sends one guess more than allowed, all concurrently. Returns the responses. */
async function guessFrom(docker: Installation['docker'], container: string, host: string): Promise<number[]> {
  const options = { host, servername: WEB_UI_HOST, headers: { host: WEB_UI_HOST, ...loginWith('guess') } };
  const guess = `
    const ask = () => new Promise((resolve, reject) => {
      const request = require('node:https').get(${JSON.stringify(options)}, (answer) => resolve(answer.resume().statusCode));
      request.on('error', reject);
    });
    Promise.all(Array.from({ length: ${PER_SOURCE + 1} }, ask)).then((all) => console.log(all.join()));`;
  return (await docker.run(['exec', container, 'node', '-e', guess])).split(',').map(Number);
}

/** @throws if a response is neither 401 nor 429 */
function countChecked(answers: number[]): number {
  if (answers.some((status) => status !== 401 && status !== 429)) throw new Error(`guesses got ${answers.join()}`);
  return answers.filter((status) => status === 401).length;
}
