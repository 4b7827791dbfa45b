// Runs before `npm start` and `npm test`: installs the packages of package-lock.json unless node_modules is up to date.
// Plain JavaScript without dependencies, since it runs on the system's Node (20 or newer) before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The file in node_modules with the fingerprint of what is installed. */
const stampName = '.foreword-installed';

/** Returns a hash of everything `npm ci` reads: the lock file, the manifests and the npm settings. */
export function dependencyFingerprint(root) {
  const hash = createHash('sha256');
  for (const name of ['package-lock.json', '.npmrc']) {
    const path = join(root, name);
    hash.update(name).update(existsSync(path) ? readFileSync(path) : '');
  }
  const { workspaces = [], ...manifest } = readManifest(root);
  hash.update(JSON.stringify({ workspaces, ...installed(manifest) }));
  for (const folder of workspaces) hash.update(JSON.stringify(installed(readManifest(join(root, folder)))));
  return hash.digest('hex');
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Returns the parts of a manifest that decide what is installed; scripts and descriptions do not. */
function installed({ dependencies, devDependencies, optionalDependencies, overrides, allowScripts }) {
  return { dependencies, devDependencies, optionalDependencies, overrides, allowScripts };
}

/** Whether node_modules is up to date. */
export function dependenciesAreInstalled(root) {
  const stamp = join(root, 'node_modules', stampName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === dependencyFingerprint(root);
}

/** Marks node_modules as up to date. */
export function markInstalled(root) {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'node_modules', stampName), dependencyFingerprint(root));
}

async function main(root) {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) fail(`Foreword needs Node 20 or newer to install itself; this is Node ${process.versions.node}.`);
  if (dependenciesAreInstalled(root)) return;
  const release = await lockCheckout(root);
  try {
    if (!dependenciesAreInstalled(root)) await install(root);
  } finally {
    release();
  }
}

function install(root) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  console.log('Installing packages (npm ci; about half a minute with an empty cache) ...');
  const ticking = setInterval(() => console.log(`  ... still installing packages, ${seconds()} s`), 15_000);
  return new Promise((resolve) => {
    // Development packages are needed to build the web application, whatever NODE_ENV is.
    const child = spawn(command, [...args, 'ci', '--include=dev', '--include=optional'], {
      cwd: root,
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.on('error', (error) => fail(`npm could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      clearInterval(ticking);
      if (signal) process.exit(1);
      if (code !== 0) fail(`npm ci failed (exit ${code}); see above. Fix that, then run the command again.`);
      markInstalled(root);
      console.log(`Packages installed in ${seconds()} s`);
      resolve();
    });
  });
}

/** Allows one install at a time per checkout, even if `npm start` and `npm test` are first run concurrently. */
async function lockCheckout(root) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `foreword-install-${process.getuid?.() ?? 0}-${name}`);
  for (let waited = false; ; waited = true) {
    try {
      mkdirSync(lock);
      const beat = setInterval(() => writeFileSync(join(lock, 'alive'), ''), 2_000);
      const release = () => {
        clearInterval(beat);
        rmSync(lock, { recursive: true, force: true });
      };
      process.on('exit', release);
      return release;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!waited) console.log('Another command is installing packages here; waiting for it ...');
    // A killed holder no longer refreshes its lock.
    if (Date.now() - lastSign(lock) > 15_000) rmSync(lock, { recursive: true, force: true });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function lastSign(lock) {
  for (const path of [join(lock, 'alive'), lock]) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat) return stat.mtimeMs;
  }
  return Date.now();
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(fileURLToPath(new URL('..', import.meta.url)));
}
