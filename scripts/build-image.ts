import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { build, type Plugin } from 'vite';
import { createLogger } from '#telemetry/logger.ts';
import { buildWorkflowBundle } from '#workers/bundle.ts';
import { repositoryRoot as root } from './stack/repository.ts';

const { resolve: find } = createRequire(import.meta.url);

/** Packages that stay as they are: of these one starts a thread from a file and loads native code, and the others have to be the same to it and to us. */
const unbundled = ['activity', 'client', 'common', 'worker', 'workflow'].map((name) => `@temporalio/${name}`);
/** What nobody imports by name: the thread, and the native code for this machine's processor. */
const unnamed = [
  'node_modules/@temporalio/worker/lib/workflow/workflow-worker-thread.js',
  `node_modules/@temporalio/core-bridge/releases/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-gnu/index.node`,
];
/** Only bundling workflow code takes them, which production never does: it reads the dist/workflows.js that is made here. */
const buildTools = ['webpack', 'memfs', 'unionfs', 'source-map-loader', 'swc-loader', '@swc/core'];
/** The worker's library asks for these when it is loaded, and calls nothing of them. */
const askedFor = ['webpack', 'memfs', 'unionfs'];
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
 * Lays out what the image of the product holds beside the pages: each role as a bundle with the libraries it reaches, the workflow code, the few packages
 * that cannot be bundled, and what is read from files.
 */
export async function layOutImage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await bundleRoles(folder);
  await buildWorkflowBundle(join(folder, 'dist/workflows.js'), createLogger({ service: 'build', level: 'info' }));
  for (const path of [...assets, ...unnamed, ...(await traceUnbundled())]) await copyInto(folder, path);
  for (const name of askedFor) await standInFor(name, folder);
}

async function bundleRoles(folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [leaveOutJsxLoader(), refuseMovedPaths()],
    // React has its own code for development, which would be taken along.
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
        // An optional part of `pg` that is not installed.
        external: ['pg-native'],
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}

/** The programs that ops/entrypoint.sh starts, by path. */
async function listRoles(): Promise<Record<string, string>> {
  const entrypoint = await readFile(join(root, 'ops/entrypoint.sh'), 'utf8');
  const programs = [...entrypoint.matchAll(/exec node .*?([\w/-]+)\.js\b/g)].map(([, path = '']) => path);
  return Object.fromEntries(programs.map((path) => [path, join(root, `${path}.ts`)]));
}

/** Of the mails nothing is left to translate once they are bundled. */
function leaveOutJsxLoader(): Plugin {
  return { name: 'leave-out-jsx-loader', load: (id) => (id === join(root, 'workers/emails/load-jsx.ts') ? '' : null) };
}

/** A role stands in the image where its source stands, and the paths that it takes from there hold. What comes from another folder is moved. */
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
              `${id} is a part of ${part.fileName} in the image, where ${use} is another. Of paths, import.meta.resolve('#...') holds.`,
            );
        }
      }
    },
  };
}

/** The files of unbundled packages and their dependencies. */
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
  await writeFile(join(target, 'index.js'), '// Only where the image is built (scripts/build-image.ts).\n');
}

async function copyInto(folder: string, path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await cp(join(root, path), join(folder, path), { recursive: true });
}

if (import.meta.main) await layOutImage(join(root, 'dist/image'));
