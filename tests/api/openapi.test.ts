import { describe, expect, test } from 'vitest';
import { operations } from '#api/openapi/operations.ts';
import { fullPath } from '#contract/http.ts';
import { getOpenapi } from '#contract/service.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listEndpoints } from '#tests/support/contract.ts';
import { type OperationObject, openapiDocument } from '#tests/support/openapi-shape.ts';
import { listRoutes } from '#tests/support/routes.ts';

/** Routes of the web app's pages and files, which the document leaves out. */
const PAGES = ['GET /index.html', 'GET /robots.txt', 'GET /sitemap.xml', 'GET /{*path}'];

const api = await openTestApi();
const answer = await api.client().call(getOpenapi);
const document = openapiDocument.parse(JSON.parse(answer.text));
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) => (operation ? [{ path, method, operation }] : [])),
);

describe('the OpenAPI document', () => {
  test('has exactly the routes of the running server', () => {
    const served = listRoutes(api.server.app).filter((route) => !PAGES.includes(route));
    const names = described.map(
      ({ path, method }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    expect(names.toSorted()).toEqual([...new Set(served)].toSorted());
  });

  test("is built from every endpoint in the contract's files", async () => {
    const paths = new Set(operations.map(({ endpoint }) => `${endpoint.method} ${fullPath(endpoint)}`));
    const missing = (await listEndpoints()).filter(
      (endpoint) => !paths.has(`${endpoint.method} ${fullPath(endpoint)}`),
    );
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  test('gives each operation a unique id and declared tags, and uses every tag', () => {
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(described.filter(({ operation }) => !operation.tags.every((tag) => tags.has(tag)))).toEqual([]);
    const used = new Set(described.flatMap(({ operation }) => operation.tags));
    expect([...tags].filter((tag) => !used.has(tag))).toEqual([]);
  });

  test('describes exactly the parameters in each path', () => {
    for (const { path, operation } of described) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect([path, parameters.map(({ name }) => name)]).toEqual([path, inPath]);
      expect(parameters.every(({ required }) => required === true)).toBe(true);
    }
  });

  test('documents the success and failure responses of each operation', () => {
    const silent = described.flatMap(({ path, method, operation }) => {
      const statuses = Object.keys(operation.responses);
      const missing = expectedFailures(path, operation).filter((status) => !statuses.includes(status));
      const isSuccessSaid = statuses.some((status) => /^[23]/.test(status));
      return [...missing, ...(isSuccessSaid ? [] : ['success'])].map((what) => `${method} ${path} ${what}`);
    });
    expect(silent).toEqual([]);
  });

  test('has no dangling references and no unused components', () => {
    const references = collectReferences(document);
    const held = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, members]) => Object.keys(members).map((name) => `#/components/${kind}/${name}`));
    expect([...references].toSorted()).toEqual(held.toSorted());
    const schemes = new Set(described.flatMap(({ operation }) => operation.security.flatMap(Object.keys)));
    expect([...schemes].toSorted()).toEqual(Object.keys(document.components.securitySchemes).toSorted());
  });

  test('is built from a contract with a valid example of every request body', () => {
    for (const { id, endpoint } of operations) {
      if (!endpoint.body) continue;
      expect([id, endpoint.example]).not.toEqual([id, undefined]);
      expect([id, endpoint.body.safeParse(endpoint.example).error]).toEqual([id, undefined]);
    }
  });

  test("uses this installation's cookie name", () => {
    expect(document.components.securitySchemes['session']).toMatchObject({
      in: 'cookie',
      name: api.config.sessionCookie,
    });
  });
});

/** Returns the failure statuses that an operation must document, given its path, input and access. */
function expectedFailures(path: string, { security, requestBody, parameters = [] }: OperationObject): string[] {
  return [
    ...(path.startsWith('/api/') ? ['429', '500', '503'] : []),
    ...(security.some((scheme) => 'session' in scheme) ? ['401'] : []),
    ...(requestBody ? ['400', '403', '413', '415'] : []),
    ...(parameters.some((parameter) => parameter.in !== 'header') ? ['400'] : []),
  ];
}

function collectReferences(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return new Set([...own, ...Object.values(value).flatMap((child) => [...collectReferences(child)])]);
}
