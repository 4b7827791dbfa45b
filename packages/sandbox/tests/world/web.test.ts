import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { close, listenOnLoopback } from '#sandbox/start-vendor.ts';
import { createWorldWeb } from '#sandbox/world/web.ts';
import { createWorld, type World } from '#sandbox/world/world.ts';

const server = createServer();
let url: string;
let world: World;

beforeAll(async () => {
  url = await listenOnLoopback(server, 0);
  world = createWorld({ webUrl: url });
  server.on('request', createWorldWeb(world));
});
afterAll(() => close(server));

test('every page of the world is served at its own URL', async () => {
  const answers = await Promise.all(world.pages().map(({ url: pageUrl }) => fetch(pageUrl)));
  expect(answers.filter(({ ok }) => !ok).map((res) => res.url)).toEqual([]);
  const isPdf = (res: Response) => res.headers.get('content-type') === 'application/pdf';
  const bodies = await Promise.all(answers.filter((res) => !isPdf(res)).map((res) => res.text()));
  expect(bodies.filter((body) => !body.includes('<article id="main">'))).toEqual([]);
  expect(answers.filter(isPdf).length).toBeGreaterThan(0);
});

test('a page contains its title escaped and its HTML unchanged', async () => {
  world.addPage({ domain: 'a.test', path: '', title: '<b>&', html: '<p>hello</p>' });
  const body = await (await fetch(`${url}/a.test`)).text();
  expect(body).toContain('<h1>&lt;b&gt;&amp;</h1>');
  expect(body).toContain('<p>hello</p>');
});

test('a site has a logo image', async () => {
  const logo = await fetch(`${url}/hk.test/assets/logo.svg`);
  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
});

test('an unknown site or page returns 404', async () => {
  expect((await fetch(`${url}/nowhere.test/x`)).status).toBe(404);
  expect((await fetch(`${url}/brightwater.test/news/none`)).status).toBe(404);
});
