import { expect, test } from 'vitest';
import { detachFromUserEnvironment } from '#scripts/processes/user-environment.ts';

function detached(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  detachFromUserEnvironment(env);
  return env;
}

test("loopback is added to the user's proxy exceptions", () => {
  const proxy = { http_proxy: 'http://proxy.example:3128' };
  const loopback = 'localhost,127.0.0.1,::1';
  expect(detached({ ...proxy })).toEqual({ ...proxy, no_proxy: loopback, NO_PROXY: loopback });
  const exempt = `.example,${loopback}`;
  expect(detached({ ...proxy, NO_PROXY: '.example' })).toEqual({ ...proxy, no_proxy: exempt, NO_PROXY: exempt });
  // gRPC's own list replaces the general one.
  expect(detached({ ...proxy, no_grpc_proxy: '.example' })['no_grpc_proxy']).toBe(exempt);
});

test('libpq settings, which are meant for other databases, are removed', () => {
  expect(detached({ PATH: '/bin', PGSSLMODE: 'require', PGHOST: 'db.example', PG_MAX_CONNECTIONS: '50' })).toEqual({
    PATH: '/bin',
    PG_MAX_CONNECTIONS: '50',
  });
});
