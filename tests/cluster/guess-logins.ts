import { createServer } from 'node:http';
import { until } from '#tests/faults/until.ts';
import { LOGIN, loginWith } from '#tests/support/operator-login.ts';
import { askFrom, endProcess, findGatewayPorts, listen, startGateway } from './gateway.ts';

const GUESSES = 200;
/** The limit in ops/gateway/Caddyfile. */
const MOST_CHECKED = 5;

/**
 * Tries many logins concurrently at the Web UI's gateway, after an operator has signed in. Returns one line of results.
 * @throws if the number of guesses checked is not the limit, or the operator or another address is locked out
 */
export async function guessLogins(folder: string): Promise<string> {
  const ports = await findGatewayPorts();
  const webUi = await listen(createServer((_, response) => response.end('the Web UI')));
  const gateway = await startGateway({ ports, folder, uiUrl: webUi.url });
  const ask = async (password: string, localAddress: string) =>
    (await askFrom(localAddress, ports.webUi, loginWith(password))).status;
  try {
    await until(
      'the gateway serves',
      async () => (await ask(LOGIN.password, '127.0.0.3').catch(() => 0)) === 200,
      60_000,
    );
    const began = Date.now();
    const guesses = Array.from({ length: GUESSES }, (_, index) => ask(`guess ${index}`, '127.0.0.2'));
    const answers = await Promise.all(guesses);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    const checked = answers.filter((status) => status === 401).length;
    const refused = answers.filter((status) => status === 429).length;
    if (checked !== MOST_CHECKED || refused !== GUESSES - MOST_CHECKED)
      throw new Error(`of ${GUESSES} guesses ${checked} were checked and ${refused} refused`);
    const [known, fresh] = [await ask(LOGIN.password, '127.0.0.2'), await ask('wrong', '127.0.0.4')];
    if (known !== 200) throw new Error(`an operator who had signed in got ${known}`);
    if (fresh !== 401) throw new Error(`a visitor at another address got ${fresh}`);
    return `${GUESSES} guesses at once took ${seconds} s: ${checked} were checked, ${refused} refused; operators were let in`;
  } finally {
    await endProcess(gateway);
    webUi.close();
  }
}
