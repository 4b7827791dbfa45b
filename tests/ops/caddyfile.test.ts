import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';

/**
 * `site` holds the Temporal Web UI's directives without comments. `npm run test:cluster` tests them in a browser.
 */
const caddyfile = readFileSync(join(repositoryRoot, 'ops/gateway/Caddyfile'), 'utf8');
const site = (/^\{\$TEMPORAL_UI_ADDRESS\} \{\n([\s\S]*?)^\}/m.exec(caddyfile)?.[1] ?? '').replace(/^\s*#.*\n/gm, '');

/** Returns the lines between a directive's braces. */
const blockOf = (name: string) => {
  const [, inner = ''] = new RegExp(`^\\t${name} \\{\\n([\\s\\S]*?)^\\t\\}`, 'm').exec(site) ?? [];
  return inner
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
};

describe('the gateway in front of the Temporal Web UI', () => {
  test('requires a login', () => {
    expect(blockOf('basic_auth')).toEqual(['import {$TEMPORAL_UI_USERS:/run/secrets/temporal_ui_users}']);
  });

  test('attack 48: limits guesses before checking any', () => {
    expect(caddyfile).toMatch(/^\{\n(?:\t#.*\n)*\torder limit_guesses before basic_auth\n/m);
    expect(site).toMatch(/^\tlimit_guesses 5 20 1m$/m);
  });

  test('attack 35: refuses writes from another origin', () => {
    expect(blockOf('@otherOrigin')).toEqual([
      'not method GET HEAD OPTIONS',
      'header Origin *',
      'not header Origin {$TEMPORAL_UI_ADDRESS}',
    ]);
    expect(site).toMatch(/^\trespond @otherOrigin 403$/m);
  });

  test('attack 35: refuses writes from another site', () => {
    expect(blockOf('@otherSite')).toEqual([
      'not method GET HEAD OPTIONS',
      'header Sec-Fetch-Site *',
      'not header Sec-Fetch-Site same-origin',
      'not header Sec-Fetch-Site none',
    ]);
    expect(site).toMatch(/^\trespond @otherSite 403$/m);
  });

  test('attack 35: strips the login, so that the Web UI still makes its own CSRF check', () => {
    expect(blockOf(String.raw`reverse_proxy \{\$TEMPORAL_UI_UPSTREAM:temporal-ui:8080\}`)).toEqual([
      'header_up -Authorization',
    ]);
  });
});

test('the gateway passes the API only the visitor’s address, even behind a trusted load balancer', () => {
  expect(caddyfile).toMatch(
    /^\treverse_proxy \{\$API_ADDRESS:api:3000\} \{\n(?:\t\t.*\n)*?\t\theader_up X-Forwarded-For \{client_ip\}\n/m,
  );
});

test('the gateway returns 404 for /metrics, even with the trailing slash that the API accepts', () => {
  const [, product = ''] = /^\{\$SITE_ADDRESS\} \{\n([\s\S]*?)^\}/m.exec(caddyfile) ?? [];
  expect(product).toMatch(/^\t@inner path \/metrics \/metrics\/\*$/m);
  expect(product).toMatch(/^\trespond @inner 404$/m);
});

test('attack 53: the gateway logs neither URLs nor referrers, which may contain tokens', () => {
  const [, options = ''] = /^\{\n([\s\S]*?)^\}/m.exec(caddyfile) ?? [];
  expect(options).toContain('\t\tformat filter {\n');
  expect(options).toContain('\t\t\trequest>uri delete\n');
  expect(options).toContain('\t\t\trequest>headers>Referer delete\n');
  // Any other log would have its own format.
  expect(caddyfile.match(/^\s*log\b/gm)).toHaveLength(1);
});
