import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

/** Method and path. */
export type Call = readonly ['GET' | 'POST', string];
export type Load = { end: () => Promise<{ answers: number; failures: string[]; longestMs: number }> };

/** Runs the calls in turn, one at a time per client, on kept-alive connections. Any status but 200 is a failure. */
export function startLoad(
  origin: string,
  { clients, pauseMs, calls, cookie }: { clients: number; pauseMs: number; calls: Call[]; cookie?: string },
): Load {
  const { Agent, request } = origin.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  const over = new AbortController();
  let [answers, longestMs] = [0, 0];

  /** Returns the status, or the connection's error message. */
  const call = async ([method, path]: Call): Promise<string> => {
    const body = method === 'POST' ? '{}' : undefined;
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
      ...(cookie !== undefined && { cookie }),
    };
    const { promise, resolve } = Promise.withResolvers<string>();
    const sent = request(new URL(path, origin), { agent, method, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(String(answer.statusCode)));
      answer.once('error', (error) => resolve(error.message));
    });
    sent.once('error', (error) => resolve(error.message));
    sent.end(body);
    return await promise;
  };

  const client = async () => {
    while (!over.signal.aborted) {
      for (const next of calls) {
        const began = Date.now();
        const outcome = await call(next);
        answers += 1;
        longestMs = Math.max(longestMs, Date.now() - began);
        if (outcome !== '200') failures.push(`${next.join(' ')}: ${outcome}`);
        await sleep(pauseMs);
      }
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    end: async () => {
      over.abort();
      await Promise.all(running);
      agent.destroy();
      return { answers, failures, longestMs };
    },
  };
}
