import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { prerender } from './prerender.ts';

/** The files that each chunk imports statically, directly or indirectly. */
const loadedWith = new Map<string, Set<string>>();

/**
 * `vite build web` writes dist/web. Its index.html contains the placeholder __SETTINGS__, which the API replaces when
 * serving the page. The development server fills in the same settings itself and proxies /api to the API at API_PORT.
 */
export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Loaders share their screen's chunk, since public pages do not need what they import.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component'], ['pendingComponent', 'errorComponent'], ['notFoundComponent']],
      },
      routesDirectory: `${import.meta.dirname}/src/routes`,
      generatedRouteTree: `${import.meta.dirname}/src/route-tree.gen.ts`,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    pageSettings(),
    listLoaded(),
    prerender(),
  ],
  resolve: {
    // Builds of two packages without code for older browsers and React versions.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      '@hookform/resolvers/standard-schema': `${import.meta.dirname}/../node_modules/@hookform/resolvers/standard-schema/dist/standard-schema.modern.mjs`,
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // For prerendering and page budgets. It is not served, as its folder starts with a dot.
    manifest: true,
    target: 'es2023',
    // Keeps light-dark(), which the themes depend on.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy forbids fonts and images inlined as data:.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page lists the chunks that the entry fetches (prerender.ts). Other chunks leave out what they import
      // statically, which has already loaded.
      resolveDependencies: (_file, dependencies, { hostId }) =>
        hostId.startsWith('assets/index-') ? [] : dependencies.filter((file) => !loadedWith.get(hostId)?.has(file)),
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Short hashes without names: they make the list of chunks, which every page carries, a third shorter.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Not in the entry, or every chunk with a dynamic import would depend on the entry and its styles.
            { name: 'preload', test: /vite\/preload-helper|ui\/fetch-chunk/ },
            // Query hooks; pages without queries do not load them.
            {
              name: 'queries',
              test: /node_modules\/@tanstack\/(query-core\/.*\/(queryObserver|infiniteQueryObserver)|react-query\/.*\/(use(BaseQuery|Query|InfiniteQuery)|suspense|errorBoundaryUtils|QueryErrorResetBoundary|IsRestoringProvider))\./,
            },
            // One file that stays the same across releases and compresses better than its parts.
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
            },
            // Readers of a shared briefing need times too, but not the rest of the app.
            {
              name: 'time',
              test: /web\/src\/features\/(time\/(format-time|reader-locale|reader-writing|number-text|use-now)|meetings\/web-link)\.|(contract|domain)\/locale\./,
              minShareCount: 2,
            },
            // The parts of a briefing that meetings and shared briefings both show.
            {
              name: 'report',
              test: /web\/src\/features\/meetings\/(report-language|cited-text|plain-text|part|guest-list|company-list|source-list|titled-link|when-text)\./,
              minShareCount: 2,
            },
            // Small modules shared by many pages: separate chunks would compress worse and cost a request each.
            {
              name: 'app',
              test: /web\/src\/(api\/(meetings|users|calendar|subscriptions|briefings|invalidate|by-cursor)|auth\/(provider-name|notify-connected|use-sign-out|drafts-key)|ui\/(empty-state|card|page|skeleton|notice|setting-row|select-field|switch|switch-row|meter|is-composing|searchable)|features\/(time\/use-time-zone|errors\/(failure-notice|use-report-failure|use-action|query-panel)|paging\/[a-z-]+|meetings\/too-long|calendars\/[a-z-]+))\./,
              minShareCount: 2,
            },
            {
              name: 'shared',
              test: /web\/src\/((api(?!\/(admin|factors|mail-links|step-up|invalidate|by-cursor)\.)|auth|features\/errors(?!\/(failure-notice|use-report-failure|use-action|query-panel)\.)|ui(?!\/(badge|tone|status|standing-notice|segmented|theme-switch|theme|icons|accordion|bar-list|copy-text|dialog|modal|confirm-dialog|form-buttons|switch-row|empty-state|field|field-props|password-field|form-icons|save-file|is-composing|searchable)\.))\/|features\/auth-forms\/(auth-layout|failure-text|form-error)\.)|(contract|domain)\/limits\.|web\/src\/features\/time\/device/,
              minShareCount: 5,
            },
            { name: 'marks', test: /web\/src\/ui\/(badge|tone|status)\./, minShareCount: 2 },
            { name: 'public', test: /web\/src\/features\/public\//, minShareCount: 2 },
            {
              name: 'address-form',
              test: /web\/src\/(api\/public-forms|features\/bot-check\/address-form)\./,
              minShareCount: 2,
            },
            { name: 'icons', test: /web\/src\/ui\/icons\./, minShareCount: 2 },
            { name: 'lucide', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            { name: 'form', test: /node_modules\/react-hook-form\/|web\/src\/ui\/field(-props)?\./, minShareCount: 2 },
            // Validation, together with the account forms that need it.
            {
              name: 'rules',
              test: /node_modules\/(@hookform|@standard-schema|zod)\/|web\/src\/(features\/(auth-forms\/(?!back-to-login|no-password-yet)|factors\/lazy-factor-step)|ui\/(password-field|form-icons)|auth\/use-(leave|enter))/,
              minShareCount: 2,
            },
            // Delayed redirects and the "Back to login" link.
            {
              name: 'to-login',
              test: /web\/src\/(auth\/use-delayed|features\/auth-forms\/back-to-login)\./,
              minShareCount: 2,
            },
            // Run by routes before their screens load.
            {
              name: 'guards',
              test: /web\/src\/(auth\/(intent|require-user)|features\/.*\/(checkout-search|whitelist-page))\./,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] ?? 3000),
    strictPort: true,
    proxy: { '/api': { target: `http://127.0.0.1:${process.env['API_PORT'] ?? '3001'}`, changeOrigin: false } },
  },
});

/** Fills `loadedWith` before the dependencies of dynamic imports are resolved. */
function listLoaded(): Plugin {
  return {
    name: 'foreword-list-loaded',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const importsOf = (file: string) => {
          const chunk = bundle[file];
          return chunk?.type === 'chunk' ? chunk.imports : [];
        };
        for (const file of Object.keys(bundle)) {
          const found = new Set(importsOf(file));
          for (const known of found) for (const next of importsOf(known)) found.add(next);
          loadedWith.set(file, found);
        }
      },
    },
  };
}

/** Adds the page's settings to its head: their values in development, the placeholder for the API in the build. */
function pageSettings(): Plugin {
  let text = '__SETTINGS__';
  return {
    name: 'foreword-page-settings',
    configResolved: ({ command }) => {
      if (command === 'serve') text = JSON.stringify(settings()).replaceAll('<', '\\u003c');
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { id: 'settings', type: 'application/json' }, children: text, injectTo: 'head' },
    ],
  };
}

function settings() {
  const { env } = process;
  const turnstileOrigin = env['TURNSTILE_BASE_URL'] || 'https://challenges.cloudflare.com';
  return {
    turnstileSiteKey: env['TURNSTILE_SITE_KEY'] ?? '',
    turnstileScriptUrl: `${turnstileOrigin}/turnstile/v0/api.js`,
    supportEmail: env['SUPPORT_EMAIL'] ?? '',
    salesEmail: env['SALES_EMAIL'] ?? '',
    demoVideoUrl: env['DEMO_VIDEO_URL'] ?? '',
  };
}
