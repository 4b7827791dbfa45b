import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { createDatabase } from '#tests/support/services.ts';
import { killProcess, workerSettings } from '#tests/support/worker-process.ts';

const NAMESPACE = 'name.account';
const KEY = 'a-key-of-temporal-cloud';
const folder = await mkdtemp(join(tmpdir(), 'api-key-'));
const database = await createDatabase();
const certificate = await makeCertificate();
const cloud = await startCloud();
afterAll(async () => {
  cloud.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  cloud.authorizations.length = 0;
});

test.each([
  [
    'the API connects',
    `import { openEngine } from '#api/engine.ts';
    const engine = openEngine(settings);
    await until(() => engine.ping().then(() => true, () => false));
    await engine.close();`,
  ],
  [
    'npm start checks the connection',
    `import { engineAnswers } from '#scripts/stack/temporal.ts';
    await until(() => engineAnswers(settings));`,
  ],
])('%s with its key over TLS', async (_, code) => {
  const settings = { address: cloud.address, namespace: NAMESPACE, apiKey: KEY };
  // Both give up after two seconds, and this process may stall that long. Their callers retry.
  const until = `const until = async (answers) => {
    for (let left = 30; !(await answers()); left -= 1) if (left === 0) throw new Error('no answer');
  };`;
  const source = `const settings = ${JSON.stringify(settings)};${until}${code}`;
  // gRPC reads the trusted root certificates when it is imported.
  const env = { ...process.env, GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: certificate.authority };
  await runCommand(process.execPath, ['--input-type=module', '--eval', source], { cwd: repositoryRoot, env });
  expect(new Set(cloud.authorizations)).toEqual(new Set([`Bearer ${KEY}`]));
});

test('the worker connects with its key over TLS', async () => {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    STATE_DIR: join(inject('services').stateDir, 'workflows'),
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: database.databaseUrl,
    TEMPORAL_ADDRESS: cloud.address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    TEMPORAL_API_KEY: KEY,
    SSL_CERT_FILE: certificate.authority,
    ENCRYPTION_KEYS: `key:${Buffer.alloc(32).toString('base64')}`,
    ...workerSettings,
    WORKER_QUEUES: 'chat',
  };
  const worker = spawn(process.execPath, ['workers/worker.ts'], { cwd: repositoryRoot, env, stdio: 'inherit' });
  try {
    await expect.poll(() => cloud.authorizations).not.toHaveLength(0);
  } finally {
    await killProcess(worker);
  }
  expect(new Set(cloud.authorizations)).toEqual(new Set([`Bearer ${KEY}`]));
});

/** Creates a certificate authority and a certificate for 127.0.0.1 issued by it. */
async function makeCertificate(): Promise<{ authority: string; key: string; cert: string }> {
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => runCommand('openssl', args);
  const keyIn = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', file(name)];
  await openssl('req', '-x509', ...keyIn('ca.key'), '-subj', '/CN=Authority', '-out', file('ca.crt'));
  await openssl('req', ...keyIn('key'), '-subj', '/CN=Temporal Cloud', '-out', file('request'));
  await writeFile(file('extensions'), 'subjectAltName=IP:127.0.0.1\n');
  const signing = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial'];
  const files = ['-in', file('request'), '-extfile', file('extensions'), '-out', file('cert')];
  await openssl('x509', '-req', ...signing, ...files);
  const [key, cert] = await Promise.all(['key', 'cert'].map((name) => readFile(file(name), 'utf8')));
  return { authority: file('ca.crt'), key: key ?? '', cert: cert ?? '' };
}

/** Starts a gRPC server that accepts only TLS and answers every call with an empty message. */
async function startCloud() {
  const authorizations: (string | undefined)[] = [];
  const server = createSecureServer(certificate);
  server.on('stream', (stream, headers) => {
    authorizations.push(headers.authorization);
    stream.on('error', () => undefined); // The worker is killed during a call.
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.end(Buffer.alloc(5));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return {
    address: `127.0.0.1:${address.port}`,
    authorizations,
    close: () => server.close(),
  };
}
