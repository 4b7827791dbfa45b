import { defineConfig } from 'oxlint';

/**
 * The import rules of docs/architecture.md. Of our own code, a folder may import only itself and what is listed for it.
 * Relative imports stay within their own folder (`./`), so imports between folders use an alias that these patterns
 * match.
 */
type Room = { room: string; may: string[]; never?: string[]; allowTypeImports?: boolean };

const DOORS_OF_RESEARCH = [
  'gather/gather-findings.ts',
  'identity/identify-guest.ts',
  'write/write-draft.ts',
  'verify/verify-statements.ts',
].flatMap((door) => [`!#workers/research/${door}`, `!./${door}`]);

const START_MAY_IMPORT = [
  '#scripts/**',
  '#contract/**',
  '#domain/**',
  '#telemetry/**',
  '#db/**',
  '#ops/**',
  '#{api,workers,sandbox}/config.ts',
];

/** Enumerations, constants, and functions for text, names, locales and time zones that pages need too. */
const DOMAIN_OF_CONTRACT = [
  'enumerations.ts',
  'limits.ts',
  'fold-case.ts',
  'locale.ts',
  'known-time-zone.ts',
  'zoned-time.ts',
  'email-address.ts',
  'user-name.ts',
];

const rooms: Room[] = [
  { room: 'domain', may: ['#domain/**'] },
  { room: 'contract', may: ['#contract/**', ...DOMAIN_OF_CONTRACT.map((file) => `#domain/${file}`)] },
  { room: 'telemetry', may: ['#telemetry/**'] },
  { room: 'db', may: ['#db/**', '#contract/**', '#domain/**', '#telemetry/**'] },
  { room: 'providers', may: ['#providers/**', '#contract/**', '#domain/**', '#telemetry/**'] },
  {
    room: 'workflows',
    may: ['#workflows/**', '#domain/**'],
    never: ['zod', 'node:*'],
    // Workflow code runs in the deterministic sandbox: activities and contract shapes are imported as types only.
    allowTypeImports: true,
  },
  {
    room: 'workers',
    may: ['#workers/**', '#contract/**', '#domain/**', '#telemetry/**', '#db/**', '#providers/**', '#workflows/**'],
    // Each research step is a folder with one entry point.
    never: ['#workers/research/*/**', './{gather,identity,write,verify}/**', ...DOORS_OF_RESEARCH],
  },
  {
    room: 'api',
    may: ['#api/**', '#contract/**', '#domain/**', '#telemetry/**', '#db/**', '#providers/**', '#workflows/names.ts'],
  },
  { room: 'ops', may: ['#ops/**', '#contract/**', '#domain/**', '#telemetry/**', '#db/**', '#providers/**'] },
  // Demo data and checks run the product's own code; what starts it knows only its settings and its database.
  ...['stack', 'processes', 'tools'].map((folder) => ({ room: `scripts/${folder}`, may: START_MAY_IMPORT })),
  { room: 'web/src', may: ['#web/**', '#contract/**'] },
  { room: 'web/src/features', may: ['#web/**', '#contract/**'], never: ['#web/routes/**'] },
  { room: 'web/src/auth', may: ['#web/auth/**', '#web/api/**', '#web/ui/**', '#contract/**'] },
  { room: 'web/src/api', may: ['#web/api/**', '#contract/**'] },
  { room: 'web/src/ui', may: ['#web/ui/**'] },
  { room: 'packages/sandbox', may: ['#sandbox/**'] },
];

function importRule({ room, may, never = [], allowTypeImports = false }: Room) {
  const group = ['#*/**', '../**', ...may.map((pattern) => `!${pattern}`), ...never];
  const message = `${room} may import only ${may.join(', ')} (docs/architecture.md); use an alias for parent folders.`;
  return {
    files: [`${room}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message, allowTypeImports }] }] },
  } as const;
}

export default defineConfig({
  plugins: ['typescript', 'import', 'oxc', 'unicorn', 'promise', 'node', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist', '.local', 'web/src/route-tree.gen.ts'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-unassigned-import': 'off',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'node/no-process-env': 'error',
    // Express 5 passes rejections to the error middleware.
    'oxc/no-async-endpoint-handlers': 'off',
    'no-console': 'error',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'react/react-in-jsx-scope': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/consistent-type-imports': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    ...rooms.map(importRule),
    {
      files: ['web/src/**', 'contract/**', ...DOMAIN_OF_CONTRACT.map((file) => `domain/${file}`)],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'URL',
            property: 'parse',
            message: 'Safari lacks it before version 18; see web/src/ui/parse-url.ts.',
          },
        ],
      },
    },
    {
      files: ['**/config.ts', 'scripts/**', 'tests/**', 'packages/*/tests/**', '*.config.ts'],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: [
        'scripts/**',
        'ops/commands/**',
        'tests/alerts/**',
        'tests/faults/run.ts',
        'tests/guards/run.ts',
        'tests/eval/run.ts',
        'tests/lighthouse/run.ts',
        'tests/cluster/*.ts',
        'tests/compose/*.ts',
      ],
      rules: { 'no-console': 'off' },
    },
    // Benchmarks check each figure with reportFigure, which contains the `expect`.
    { files: ['tests/bench/**'], rules: { 'vitest/expect-expect': 'off' } },
    // The rule is meant for windows; channels have no target.
    { files: ['web/src/auth/oauth-channel.ts'], rules: { 'unicorn/require-post-message-target-origin': 'off' } },
    { files: ['web/src/routes/**', 'tests/web/**'], rules: { 'unicorn/filename-case': 'off' } },
  ],
});
