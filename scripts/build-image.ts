import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { build, type Plugin } from 'vite';
import { createLogger } from '#telemetry/logger.ts';
import { buildWorkflowBundle } from '#workers/bundle.ts';
import { repositoryRoot as root } from './stack/repository.ts';

const { resolve: find } = createRequire(import.meta.url);

/**
 * Packages that are not bundled: `worker` starts a thread from a file and loads native code, and our code must use the
 * same instances of the other packages as `worker` does.
 */
const unbundled = ['activity', 'client', 'common', 'worker', 'workflow'].map((name) => `@temporalio/${name}`);
/** Files that nothing imports: the thread's code, and the native code for this machine's processor. */
const unnamed = [
  'node_modules/@temporalio/worker/lib/workflow/workflow-worker-thread.js',
  `node_modules/@temporalio/core-bridge/releases/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-gnu/index.node`,
];
/** Needed only to bundle workflow code; production reads the dist/workflows.js created here. */
const buildTools = ['webpack', 'memfs', 'unionfs', 'source-map-loader', 'swc-loader', '@swc/core'];
/** Imported but never called by the worker's library, so the image gets empty packages in their place. */
const emptied = ['webpack', 'memfs', 'unionfs'];
/** Files that the code reads by path. */
const assets = [
  'api/docs',
  'db/migrations',
  'node_modules/swagger-ui-dist/package.json',
  'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'node_modules/swagger-ui-dist/swagger-ui.css',
  'ops/entrypoint.sh',
  'package.json',
  'temporal-config/namespaces.json',
  'temporal-config/search-attributes.json',
];

/**
 * Lays out everything in the product's image except the pages: each role bundled with its libraries, the workflow code,
 * the few packages that cannot be bundled, and files read at run time.
 */
export async function layOutImage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await bundleRoles(folder);
  await buildWorkflowBundle(join(folder, 'dist/workflows.js'), createLogger({ service: 'build', level: 'info' }));
  for (const path of [...assets, ...unnamed, ...(await traceUnbundled())]) await copyInto(folder, path);
  for (const name of emptied) await standInFor(name, folder);
}

async function bundleRoles(folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [leaveOutJsxLoader(), refuseMovedPaths()],
    // Leaves out React's development build.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: unbundled },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      // Keeps names in stack traces.
      minify: false,
      rolldownOptions: {
        input: await listRoles(),
        // An optional dependency of `pg` that is not installed.
        external: ['pg-native'],
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}

/** Returns the programs that ops/entrypoint.sh starts, by path. */
async function listRoles(): Promise<Record<string, string>> {
  const entrypoint = await readFile(join(root, 'ops/entrypoint.sh'), 'utf8');
  const programs = [...entrypoint.matchAll(/exec node .*?([\w/-]+)\.js\b/g)].map(([, path = '']) => path);
  return Object.fromEntries(programs.map((path) => [path, join(root, `${path}.ts`)]));
}

/** Leaves out the JSX loader: bundled emails need no compilation. */
function leaveOutJsxLoader(): Plugin {
  return { name: 'leave-out-jsx-loader', load: (id) => (id === join(root, 'workers/emails/load-jsx.ts') ? '' : null) };
}

/**
 * Returns a plugin that fails the build if moved code depends on its own path. A role has the same path in the image as
 * in the source, so its relative paths work. Code bundled into it from other folders moves, so it must not use relative
 * paths.
 */
function refuseMovedPaths(): Plugin {
  const isOurs = (id: string) => id.startsWith(`${root}/`) && !id.includes('/node_modules/');
  return {
    name: 'refuse-moved-paths',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        for (const [id, { code }] of Object.entries(part.modules)) {
          if (!isOurs(id) || id === part.facadeModuleId) continue;
          const isMoved = dirname(relative(root, id)) !== dirname(part.fileName);
          const [use] = /import\.meta\.(?:main|url|dirname|filename)\b/.exec(code ?? '') ?? [];
          if (use === 'import.meta.main' || (use && isMoved))
            this.error(
              `${id} is bundled into ${part.fileName}, where ${use} differs. Use import.meta.resolve('#...') instead.`,
            );
        }
      }
    },
  };
}

/** Returns the files of unbundled packages and their dependencies. */
async function traceUnbundled(): Promise<string[]> {
  const { fileList } = await nodeFileTrace([...unbundled.map((name) => find(name)), join(root, unnamed[0] ?? '')], {
    base: root,
    ignore: (path) =>
      path.includes('/core-bridge/releases/') || buildTools.some((name) => path.startsWith(`node_modules/${name}/`)),
  });
  return [...fileList];
}

async function standInFor(name: string, folder: string): Promise<void> {
  const target = join(folder, 'node_modules', name);
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'package.json'), JSON.stringify({ name, main: 'index.js' }));
  await writeFile(join(target, 'index.js'), '// Left out of the image (scripts/build-image.ts).\n');
}

async function copyInto(folder: string, path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await cp(join(root, path), join(folder, path), { recursive: true });
}

if (import.meta.main) await layOutImage(join(root, 'dist/image'));
