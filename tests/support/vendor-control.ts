import * as z from 'zod';

/** Returns the controls of a test's sandboxed vendor. */
export function controlOf(url: string) {
  return {
    /** Posts to `/_control`. */
    post: async (path: string, body: unknown = {}) => await postJson(`${url}/_control/${path}`, body),
    fault: async (fault: Record<string, unknown>) => await postJson(`${url}/_control/faults`, fault),
    clearFaults: async () => {
      const response = await fetch(`${url}/_control/faults`, { method: 'DELETE' });
      if (!response.ok) throw new Error(`DELETE ${url}/_control/faults: ${response.status}`);
    },
    /**
     * Starts recording; the returned function lists the requests since then, without the test's own (marked `x-test`).
     */
    recordRequests: async () => {
      const before = await listRequests(url);
      return async () =>
        (await listRequests(url)).slice(before.length).filter(({ headers }) => headers['x-test'] === undefined);
    },
  };
}

export type VendorRequest = z.infer<typeof request>;

/** Returns the method and path of a request, without its query. */
export function lineOf({ method, path }: VendorRequest): string {
  return `${method} ${path.split('?')[0]}`;
}

const request = z.object({ method: z.string(), path: z.string(), headers: z.record(z.string(), z.unknown()) });
const journal = z.object({ requests: z.array(request) });

async function listRequests(url: string): Promise<VendorRequest[]> {
  const response = await fetch(`${url}/_control/journal`);
  return journal.parse(await response.json()).requests;
}

async function postJson(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return await response.json();
}
