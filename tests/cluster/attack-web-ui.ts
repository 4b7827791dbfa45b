import { createServer, type IncomingHttpHeaders, type Server, request as send } from 'node:http';
import { chromium, type Page } from 'playwright';
import { resolveChromium } from '#scripts/chromium.ts';
import { until } from '#tests/faults/until.ts';
import { LOGIN } from '#tests/support/operator-login.ts';
import { endProcess, findGatewayPorts, listen, startGateway } from './gateway.ts';

/** The hostile form posts here to terminate every running workflow. */
const BATCH = '/api/v1/namespaces/foreword/batch-operations/hostile';

type Seen = { method: string; path: string; headers: IncomingHttpHeaders };

/**
 * Opens a hostile page as an operator who is signed in to the Web UI. The page submits a form to the Web UI with the
 * operator's login. A recorder sits between gateway and Web UI. Returns one line of results.
 * @throws if the form reached the Web UI, the Web UI received the login, or its own pages were refused
 */
export async function attackWebUi(uiUrl: string, folder: string): Promise<string> {
  const ports = await findGatewayPorts();
  const seen: Seen[] = [];
  const recorder = await listen(recordingProxy(uiUrl, seen));
  const webUi = `http://127.0.0.1:${ports.webUi}`;
  const hostile = await listen(hostilePage(`${webUi}${BATCH}`));
  const gateway = await startGateway({ ports, folder, uiUrl: recorder.url });
  const browser = await chromium.launch({ executablePath: await resolveChromium(), args: ['--no-sandbox'] });
  try {
    await until('the gateway serves', async () => (await fetch(webUi).catch(() => null))?.status === 401, 60_000);
    const page = await browser.newPage({ httpCredentials: LOGIN });
    await page.goto(webUi);
    const own = await post(page, webUi);
    // 127.0.0.1 and localhost are different sites, not only different ports.
    await page.goto(hostile.url.replace('127.0.0.1', 'localhost'));
    const answered = page.waitForResponse((response) => response.url().endsWith(BATCH));
    await page.locator('button').click();
    const form = await answered;
    if (form.status() !== 403) throw new Error(`another site's form got ${form.status()}`);
    const reached = seen.filter(({ path }) => path === BATCH);
    if (reached.length !== 1) throw new Error(`${reached.length - 1} requests from another site reached the Web UI`);
    if (own === 403) throw new Error('the Web UI’s own page was refused');
    if (seen.some(({ headers }) => headers.authorization !== undefined))
      throw new Error('the Web UI was sent the login of the gateway');
    return `another site's form: ${form.status()}; the Web UI’s own request went through, without the login`;
  } finally {
    await browser.close();
    await endProcess(gateway);
    for (const server of [recorder, hostile]) server.close();
  }
}

/** Sends a write request as the Web UI's own pages do. */
async function post(page: Page, webUi: string): Promise<number> {
  return await page.evaluate(
    async (url) => (await fetch(url, { method: 'POST', body: '{}' })).status,
    `${webUi}${BATCH}`,
  );
}

function recordingProxy(target: string, seen: Seen[]): Server {
  return createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    seen.push({ method, path, headers });
    const onward = send(new URL(path, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', (error) => outgoing.destroy(error));
    incoming.pipe(onward);
  });
}

/** Serves a page whose form posts valid JSON: as text/plain, its single input serializes to that. */
function hostilePage(action: string): Server {
  const fields = `{"terminateOperation":{},"visibilityQuery":"ExecutionStatus='Running'","jobId":"hostile","reason":"`;
  return createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<form method="post" enctype="text/plain" action="${action}"><input name='${fields.replaceAll("'", '&apos;')}' value='"}'><button>Win a prize</button></form>`,
    );
  });
}
