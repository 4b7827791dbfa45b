import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { prerender } from './prerender.ts';

/**
 * `vite build web` writes dist/web, whose index.html still carries the word __SETTINGS__: the API fills it in as it serves the page.
 * In development this server does that itself, from the same settings, and hands /api on to the API at API_PORT.
 */
export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A screen's loader comes with the screen: what it reads is nothing that the public pages need.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component'], ['pendingComponent'], ['errorComponent'], ['notFoundComponent']],
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
    prerender(),
  ],
  resolve: {
    // Two packages as they are for the browsers and the React of today: without what they carry for older ones.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      '@hookform/resolvers/standard-schema': `${import.meta.dirname}/../node_modules/@hookform/resolvers/standard-schema/dist/standard-schema.modern.mjs`,
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // For the check of the page budgets; dot folders are not served.
    manifest: true,
    target: 'es2023',
    // light-dark() as written: the themes rest on it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A font or picture inlined as data: would be refused by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What the entry goes on to fetch is named by every page itself (prerender.ts).
      resolveDependencies: (_part, dependencies, { hostId }) =>
        hostId.startsWith('assets/index-') ? [] : dependencies,
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Without their names, and with the shortest hash: every page carries the list of parts, which is a third shorter so.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // By itself: in the entry, every part that imports another later would hang on it and on its styles.
            { name: 'preload', test: /vite\/preload-helper|ui\/fetch-chunk/ },
            // What reads and writes on a screen; a page that does neither goes without.
            {
              name: 'queries',
              test: /node_modules\/@tanstack\/(query-core\/.*\/(queryObserver|infiniteQueryObserver)|react-query\/.*\/(use(BaseQuery|Query|InfiniteQuery)|suspense|errorBoundaryUtils|QueryErrorResetBoundary|IsRestoringProvider))\./,
            },
            // One file that stays the same from release to release, and packs better than its parts.
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
            },
            // Visitors read times too, of a briefing that was shared, and have no use for the rest of the app.
            {
              name: 'time',
              test: /web\/src\/features\/(time\/(format-time|reader-locale|reader-writing|number-text|use-now)|meetings\/web-link)\.|(contract|domain)\/locale\./,
              minShareCount: 2,
            },
            // Small parts that many pages share: apart from each other they would pack worse, and each would cost a request.
            {
              name: 'app',
              test: /web\/src\/(api\/(meetings|users|calendar|subscriptions|briefings|invalidate|by-cursor)|auth\/(provider-name|notify-connected|use-sign-out)|ui\/(card|page|failed-panel|skeleton|notice|setting-row|select-field|switch|switch-row|meter)|features\/(time\/use-time-zone|errors\/(failure-notice|use-report-failure|failed-query|query-panel)|paging\/[a-z-]+|meetings\/too-long|calendars\/[a-z-]+))\./,
              minShareCount: 2,
            },
            {
              name: 'shared',
              test: /web\/src\/((api(?!\/(admin|factors|mail-links|step-up|invalidate|by-cursor)\.)|auth|features\/errors(?!\/(failure-notice|use-report-failure|failed-query|query-panel)\.)|ui(?!\/(badge|tone|status|standing-notice|segmented|theme-switch|theme|icons|accordion|bar-list|copy-text|dialog|modal|confirm-dialog|form-buttons|switch-row|empty-state|field|save-file|use-return-focus)\.))\/|features\/auth-forms\/(auth-layout|failure-text|form-error)\.)|(contract|domain)\/limits\.|web\/src\/features\/time\/device/,
              minShareCount: 5,
            },
            { name: 'public', test: /web\/src\/features\/public\//, minShareCount: 2 },
            {
              name: 'address-form',
              test: /web\/src\/(api\/public-forms|features\/bot-check\/address-form)\./,
              minShareCount: 2,
            },
            { name: 'icons', test: /web\/src\/ui\/icons\./, minShareCount: 2 },
            { name: 'lucide', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            { name: 'form', test: /node_modules\/react-hook-form\/|web\/src\/ui\/field\./, minShareCount: 2 },
            // With the fields of the account screens: whoever loads these loads the rules.
            {
              name: 'rules',
              test: /node_modules\/(@hookform|@standard-schema|zod)\/|web\/src\/(features\/(auth-forms\/(?!back-to-login)|factors\/lazy-factor-step)|auth\/use-(leave|enter))/,
              minShareCount: 2,
            },
            // The ways from the pages of mailed links to the login.
            {
              name: 'to-login',
              test: /web\/src\/(auth\/use-delayed|features\/auth-forms\/back-to-login)\./,
              minShareCount: 2,
            },
            // What routes look at before their screens are there.
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

/** Puts the page's settings into its head: in development their values, in the build the word that the API replaces by them. */
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
