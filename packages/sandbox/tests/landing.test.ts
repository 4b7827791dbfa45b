import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSes } from '#sandbox/ses/ses.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import type { Vendor } from '#sandbox/vendor.ts';

let ses: Started<Vendor>;
beforeAll(async () => {
  ses = await startVendor(createSes, { consoleUrl: 'http://localhost:4321' });
});
afterAll(() => ses?.close());

test("a vendor's port shows its name and a link to the console", async () => {
  const root = await fetch(ses.url);
  expect(root.status).toBe(200);
  expect(await root.text()).toMatch(/<h1>Amazon SES sandbox<\/h1>[^]*href="http:\/\/localhost:4321"/);
  expect((await fetch(`${ses.url}/favicon.ico`)).status).toBe(204);
});

test('API calls to the root still reach the vendor', async () => {
  for (const answer of [await fetch(`${ses.url}/?Action=GetSendQuota`), await fetch(ses.url, { method: 'POST' })]) {
    expect(await answer.text()).toContain('<ErrorResponse');
  }
});
