import { registerClient } from '@modelcontextprotocol/sdk/client/auth.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestApi, startApi } from '#tests/support/api.ts';

const api = await openTestApi({ DEMO_VIDEO_URL: 'https://video.example/watch?v=</script>' });

const get = async (path: string) => await api.client().request('GET', path);

describe('when serving pages', () => {
  test.each([
    ['/', 200],
    ['/login', 200],
    ['/Login/', 200],
    ['/app/meetings?meeting=1', 200],
    ['/reset-password/abc', 200],
    ['/reset-password/abc/d', 404],
    ['/no/such/page', 404],
    ['/app/nothing', 404],
    ['/index.html', 404],
  ])('%s returns %i with the page and current settings, which browsers must revalidate', async (path, status) => {
    const page = await get(path);
    expect([page.status, page.headers.get('cache-control')]).toEqual([status, 'no-cache']);
    const [, settings = ''] = /<script id="settings" type="application\/json">(.*?)<\/script>/.exec(page.text) ?? [];
    expect(JSON.parse(settings)).toEqual({
      turnstileSiteKey: 'sandbox-site',
      turnstileScriptUrl: `${api.sandbox.turnstile.url}/turnstile/v0/api.js`,
      supportEmail: 'support@foreword.test',
      salesEmail: 'sales@foreword.test',
      demoVideoUrl: 'https://video.example/watch?v=</script>',
    });
  });

  test('prerendered account screens vary only by a known intent', async () => {
    expect((await get('/login?intent=trial')).text).toContain('<main>trial</main>');
    for (const address of ['/login', '/login?intent=other', '/login?intent=trial&intent=trial', '/app?intent=trial']) {
      expect((await get(address)).text).not.toContain('<main>trial</main>');
    }
  });

  test.each(['/no-such', '/no/such/page', '/reset-password/abc/d', '/index.html', '/404'])(
    '%s gets the prerendered not-found page',
    async (path) => {
      expect((await get(path)).text).toContain('<h1>Page not found</h1>');
    },
  );

  test.each(['/app/nothing', '/admin/nothing'])('%s gets the app shell with status 404', async (path) => {
    const page = await get(path);
    expect(page.status).toBe(404);
    expect(page.text).toContain('<div id="root"></div>');
  });

  test('a missing path with a dot returns 404: HTML for page requests, JSON for others', async () => {
    const asked = async (accept: string) => await api.client().request('GET', '/no-such.page', { headers: { accept } });
    const page = await asked('text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8');
    expect([page.status, page.headers.get('vary')]).toEqual([404, expect.stringContaining('Accept')]);
    expect(page.text).toContain('<h1>Page not found</h1>');
    for (const accept of ['*/*', 'text/css,*/*;q=0.1', 'image/avif,image/webp,image/*,*/*;q=0.8']) {
      const file = await asked(accept);
      expect([file.status, file.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('the video link uses the configured URL and is omitted without one', async () => {
    const escaped = 'https://video.example/watch?v=&lt;/script>';
    expect((await get('/demo')).text).toContain(`href="${escaped}" target="_blank">Watch`);
    const without = await startApi();
    onTestFinished(without.close);
    const { text } = await without.client().request('GET', '/demo');
    expect(text).toBe('<p><a class="link" href="/pricing" target="_blank">Watch <svg></svg></a></p>');
  });

  test('hashed files are cached forever and missing ones return 404', async () => {
    const file = await get('/assets/app-abc123.js');
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    const missing = await get('/assets/app-old.js');
    expect(missing.status).toBe(404);
    expect(missing.text).not.toContain('<div id="root">');
  });

  test('files are compressed; API responses are not', async () => {
    const packingOf = async (path: string) => (await get(path)).headers.get('content-encoding');
    // Either one, depending on what `fetch` prefers.
    expect(await packingOf('/assets/app-abc123.js')).toMatch(/^(?:br|gzip)$/);
    expect(await packingOf('/api/openapi.json')).toBeNull();
  });

  test('files outside the web folder are not served', async () => {
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json']) {
      expect((await get(path)).text).not.toContain('"dependencies"');
    }
  });

  test('an unknown path returns a JSON 404 to callers that ask for JSON', async () => {
    const headers = { accept: 'application/json' };
    for (const path of ['/.well-known/oauth-authorization-server', '/no/such/page']) {
      const answer = await api.client().request('GET', path, { headers });
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await api.client().request('GET', '/login', { headers })).text).toContain('id="settings"');
  });

  test('a POST to a page returns a JSON 404', async () => {
    const answer = await api.client().request('POST', '/app');
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the headers', () => {
  test.each(['/', '/app', '/auth/callback?code=x'])(
    'attack 31: of %s allow scripts only from us and the challenge widget',
    async (path) => {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      const turnstile = api.sandbox.turnstile.url;
      expect(policy).toContain(`script-src 'self' ${turnstile};`);
      expect(policy).toContain(`frame-src 'self' ${turnstile} https://video.example;`);
      expect(policy).toContain(`connect-src 'self' ${turnstile};`);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe-eval');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  test('attack 31: allow only the OAuth callback page to keep its opener', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('cross-origin-opener-policy');
    expect(await policyOf('/auth/callback?code=x')).toBe('unsafe-none');
    for (const path of ['/', '/app', '/auth/callback/x', '/api/auth/session']) {
      expect(await policyOf(path)).toBe('same-origin-allow-popups');
    }
  });
});

test('an MCP client that tries to register is told to use an access token', async () => {
  const clientMetadata = { redirect_uris: ['http://localhost/callback'] };
  await expect(registerClient(api.url, { clientMetadata })).rejects.toThrow('create an access token');
});
