import { type Request, Router } from 'express';
import * as z from 'zod';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { badRequest } from '#sandbox/microsoft/errors.ts';

const largestBatch = 20;

const step = z.object({
  id: z.string(),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  dependsOn: z.array(z.string()).optional(),
});
const batchBody = z.object({ requests: z.array(step).min(1).max(largestBatch) });

type Step = z.infer<typeof step>;
type StepAnswer = { id: string; status: number; headers?: Record<string, string>; body?: unknown };

/**
 * `POST /$batch`: up to 20 requests in one, each answered by itself. Every one goes over the sandbox's own port, so that journal and
 * faults know it. What depends on a failed one is answered 424.
 */
export function batchRoutes(context: MicrosoftContext): Router {
  const router = Router();
  router.post('/$batch', async (req, res) => {
    const parsed = batchBody.safeParse(req.body);
    if (!parsed.success) throw badRequest('Invalid batch payload format.');
    const { requests } = parsed.data;
    if (new Set(requests.map(({ id }) => id)).size < requests.length)
      throw badRequest('Request Id has to be unique in a batch.');
    const responses: StepAnswer[] = [];
    for (const request of requests) {
      const failed = request.dependsOn?.some((id) => responses.every((done) => done.id !== id || done.status >= 400));
      responses.push(failed ? { id: request.id, status: 424 } : await run(context, req, request));
    }
    res.json({ responses });
  });
  return router;
}

async function run(
  { baseUrl }: MicrosoftContext,
  req: Request,
  { id, method, url, headers, body }: Step,
): Promise<StepAnswer> {
  const answer = await fetch(`${baseUrl}/v1.0/${url.replace(/^\//, '')}`, {
    method,
    headers: {
      authorization: req.get('authorization') ?? '',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const kept = ['content-type', 'location', 'retry-after', 'preference-applied'];
  return {
    id,
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => kept.includes(name))),
    ...(text !== '' && { body: JSON.parse(text) }),
  };
}
