// Runs before `npm start` and `npm test`: installs the packages of package-lock.json unless node_modules is up to date.
// Plain JavaScript without dependencies, since it runs on the system's Node before anything is installed. To be able to
// reject an old Node, it avoids syntax and named imports that Node 12 lacks.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The file in node_modules with the fingerprint of what is installed. */
const stampName = '.foreword-installed';

/**
 * Returns a hash of everything that decides what `npm ci` installs: the lock file, the manifests, the npm settings and
 * the machine, since a checkout may be shared with a container or virtual machine.
 */
export function dependencyFingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const name of ['package-lock.json', '.npmrc']) {
    const path = join(root, name);
    hash.update(name).update(fs.existsSync(path) ? fs.readFileSync(path) : '');
  }
  const { workspaces = [], ...manifest } = readManifest(root);
  hash.update(JSON.stringify({ workspaces, ...installed(manifest) }));
  for (const folder of workspaces) hash.update(JSON.stringify(installed(readManifest(join(root, folder)))));
  return hash.digest('hex');
}

function readManifest(folder) {
  return JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Returns the parts of a manifest that decide what is installed; scripts and descriptions do not. */
function installed({ dependencies, devDependencies, optionalDependencies, overrides, allowScripts }) {
  return { dependencies, devDependencies, optionalDependencies, overrides, allowScripts };
}

/** Returns whether node_modules is up to date. */
export function dependenciesAreInstalled(root) {
  const stamp = join(root, 'node_modules', stampName);
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === dependencyFingerprint(root);
}

/** Marks node_modules as up to date. */
export function markInstalled(root) {
  fs.mkdirSync(join(root, 'node_modules'), { recursive: true });
  fs.writeFileSync(join(root, 'node_modules', stampName), dependencyFingerprint(root));
}

async function main(root) {
  const { platform, arch, versions } = process;
  const refusal = refuseMachine({ platform, arch, node: versions.node, hasGlibc: findGlibc() });
  if (refusal) fail(refusal);
  if (dependenciesAreInstalled(root)) return;
  const release = await lockCheckout(root);
  try {
    if (!dependenciesAreInstalled(root)) await install(root);
  } finally {
    release();
  }
}

/** Returns why the product cannot run on a machine, or null. */
function refuseMachine({ platform, arch, node, hasGlibc }) {
  const major = Number.parseInt(node, 10);
  if (major < 20) return `Foreword needs Node 20 or newer to install itself; this is Node ${node}.`;
  const isKnown = ['linux', 'darwin'].includes(platform) && ['x64', 'arm64'].includes(arch);
  if (!isKnown) return `${needed}; this is ${platform} on ${arch}. On Windows, use WSL 2.`;
  if (platform === 'linux') return hasGlibc ? null : `${needed}; this is Linux with another C library, such as musl.`;
  return major < 24 ? `On macOS, which is not tested, Foreword needs Node 24 or newer; this is Node ${node}.` : null;
}

const needed = 'Foreword needs Linux on x64 or arm64, with glibc';

function findGlibc() {
  // Otherwise the report looks up the names of all connected hosts.
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime !== undefined;
}

function install(root) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  // With `pnpm start` or `yarn start`, the path is that of pnpm or yarn, which don't read package-lock.json.
  const manager = process.env.npm_execpath || '';
  const [command, args] = /[/\\]npm(?:-cli)?\.c?js$/.test(manager) ? [process.execPath, [manager]] : ['npm', []];
  console.log('Installing packages (npm ci; about half a minute with an empty cache) ...');
  const ticking = setInterval(() => console.log(`  ... still installing packages, ${seconds()} s`), 15000);
  return new Promise((resolve) => {
    // Overrides the user's npm settings and NODE_ENV: development packages build the web application, and packages run
    // on the Node that is installed with them, not on this one.
    const child = spawn(command, [...args, 'ci', '--include=dev', '--include=optional', '--engine-strict=false'], {
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
  const lock = join(tmpdir(), `foreword-install-${process.getuid ? process.getuid() : 0}-${name}`);
  for (let waited = false; ; waited = true) {
    try {
      fs.mkdirSync(lock);
      const beat = setInterval(() => fs.writeFileSync(join(lock, 'alive'), ''), 2000);
      const release = () => {
        clearInterval(beat);
        fs.rmSync(lock, { recursive: true, force: true });
      };
      process.on('exit', release);
      return release;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!waited) console.log('Another command is installing packages here; waiting for it ...');
    // A killed holder no longer refreshes its lock.
    if (Date.now() - lastSign(lock) > 15000) fs.rmSync(lock, { recursive: true, force: true });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function lastSign(lock) {
  for (const path of [join(lock, 'alive'), lock]) {
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    if (stat) return stat.mtimeMs;
  }
  return Date.now();
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(fileURLToPath(new URL('..', import.meta.url))).catch((error) => fail(error.stack));
}
