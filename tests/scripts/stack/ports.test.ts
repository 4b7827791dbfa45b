import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { findFreePorts, isPortFree } from '#scripts/processes/ports.ts';
import { planPorts, requireFreePorts } from '#scripts/stack/ports.ts';

describe('planPorts', () => {
  test('returns the documented ports by default', () => {
    expect(planPorts(undefined, '')).toEqual({
      product: 3000,
      devApi: 3001,
      worker: 3002,
      sandboxConsole: 4000,
      google: 4001,
      microsoft: 4002,
      stripe: 4003,
      anthropic: 4004,
      ses: 4005,
      turnstile: 4006,
      sandboxWeb: 4007,
      messages: 4008,
      postgres: 5433,
      redis: 6380,
      temporal: 7233,
      temporalUi: 8233,
    });
  });

  test('shifts every port by PORT_OFFSET', () => {
    const plain = planPorts('0', undefined);
    const shifted = planPorts('10000', undefined);
    expect(Object.values(shifted)).toEqual(Object.values(plain).map((port) => port + 10_000));
  });

  test("takes the product's port from PORT", () => {
    expect(planPorts('100', '8080')).toMatchObject({ product: 8080, devApi: 8081, postgres: 5533 });
  });

  test("takes the worker's port from WORKER_PORT", () => {
    expect(planPorts('', '8080', '9464')).toMatchObject({ product: 8080, devApi: 8081, worker: 9464 });
    expect(() => planPorts('', '', '70000')).toThrow(/WORKER_PORT is "70000"/);
  });

  test('rejects a PORT without room for the ports that follow it', () => {
    expect(() => planPorts('0', '65534')).toThrow(/PORT is "65534": it must be a whole number from 1 to 65533/);
  });

  test.each(['abc', '-1', '1.5', '60000', '1e3'])('rejects the offset %s and reports the valid range', (offset) => {
    expect(() => planPorts(offset, undefined)).toThrow(
      /PORT_OFFSET is ".*": it must be a whole number from 0 to 57302/,
    );
  });
});

describe('requireFreePorts', () => {
  test('reports the port in use, its service and how to change it', async () => {
    const port = await findFreePorts(1);
    const server = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const ports = { ...planPorts('0', undefined), redis: port };
    await expect(requireFreePorts(ports, ['redis'])).rejects.toThrow(
      new RegExp(`port ${port}, for Redis[\\s\\S]*PORT_OFFSET=100 npm start`),
    );
    expect(await isPortFree(port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    await expect(requireFreePorts(ports, ['redis'])).resolves.toBeUndefined();
  });

  test('reports services that would share a port because of PORT', async () => {
    const ports = planPorts('0', '4000');
    await expect(requireFreePorts(ports, ['product', 'sandboxConsole'])).rejects.toThrow(
      'Port 4000 is planned for the product and the sandbox console: choose another PORT.',
    );
  });

  test('treats a port bound on all interfaces as in use', async () => {
    const port = await findFreePorts(1);
    const server = createServer().listen(port);
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await isPortFree(port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
  });
});
