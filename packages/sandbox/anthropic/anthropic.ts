import { setTimeout as sleep } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import * as z from 'zod';
import { keys } from '#sandbox/config.ts';
import { createControl } from '#sandbox/control/control.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';
import { strangerSchema } from '#sandbox/world/schema.ts';
import { createWorld, type World } from '#sandbox/world/world.ts';
import { createBehaviours, nextInput } from './behaviours.ts';
import { plantedSchema } from './careless.ts';
import { ApiError, errorBody, invalidRequest, newRequestId, sendError } from './errors.ts';
import { findModel, models } from './models.ts';
import { createPromptCache } from './prompt-cache.ts';
import { countRequestTokens } from './prompt-parts.ts';
import { isWebFetch, isWebSearch, parseCountRequest, parseMessageRequest } from './request.ts';
import { streamMessage } from './stream.ts';
import { takeTurn } from './turn.ts';
import { validateRequest } from './validate.ts';

export type AnthropicOptions = VendorOptions & {
  /** Shared with the page server, so that an added page can be both found and opened. */
  world?: World;
  /** Range of the random delay before an answer: 300 to 800 ms by default, `[0, 0]` in tests. */
  latencyMs?: readonly [least: number, most: number];
};

const apiKey = keys.anthropic;
const maxRequestsPerMinute = 4_000;

const pageInput = z.strictObject({
  domain: z.string().min(1),
  path: z.string(),
  title: z.string().min(1),
  html: z.string().min(1),
  strangers: z.array(strangerSchema).optional(),
});
const stateSchema = z.object({
  mode: z.enum(['default', 'obedient', 'careless']),
  planted: z.array(plantedSchema),
  pages: z.array(pageInput),
});
const modeInput = z.strictObject({ mode: stateSchema.shape.mode });

/**
 * Creates the Messages API (https://docs.anthropic.com/en/api/messages) over the seeded world. Answers are derived from
 * the world's pages, never invented, except in the modes of `POST /_control/mode`. Mode, planted mistakes and added
 * pages survive a restart.
 */
export function createAnthropic(options: AnthropicOptions): Vendor & { world: World } {
  const { store, webUrl, clock, latencyMs = [300, 800] } = options;
  const world = options.world ?? createWorld({ webUrl });
  const behaviours = createBehaviours();
  const promptCache = createPromptCache();
  let state = store.load(stateSchema) ?? { mode: 'default', planted: [], pages: [] };
  for (const page of state.pages) world.addPage(page);

  function change(next: Partial<typeof state>): void {
    state = { ...state, ...next };
    store.save(state);
  }

  function reset(): void {
    behaviours.clear();
    promptCache.clear();
    world.reset();
    change({ mode: 'default', planted: [], pages: [] });
  }

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const control = createControl({ name: 'anthropic', clock, reset, errorBody });
  app.use(control.router);
  control.own.post('/mode', (req, res) => {
    change(modeInput.parse(req.body));
    res.json({ mode: state.mode });
  });
  control.own.get('/mode', (_req, res) => {
    res.json({ mode: state.mode });
  });
  control.own.post('/next', (req, res) => {
    const { times, ...behaviour } = nextInput.parse(req.body);
    behaviours.plan(behaviour, times);
    res.json({ times, ...behaviour });
  });
  control.own.get('/planted', (_req, res) => {
    res.json({ planted: state.planted });
  });
  control.own.post('/pages', (req, res) => {
    const { url } = world.addPage(pageInput.parse(req.body));
    change({ pages: world.addedPages() });
    res.status(201).json({ url });
  });

  app.use(describeResponse);
  app.use('/v1', authenticate);

  app.post('/v1/messages', async (req, res) => {
    const request = parseMessageRequest(req.body);
    validateRequest(request);
    const { tools = [] } = request;
    const cache = promptCache.begin(request);
    const behaviour = behaviours.take({ search: tools.some(isWebSearch), fetch: tools.some(isWebFetch) });
    if (behaviour?.behaviour === 'hang') return;
    const [least, most] = latencyMs;
    if (most > 0) await sleep(least + Math.random() * (most - least), undefined, { ref: false });
    const { message, promptUsage } = takeTurn(request, {
      world,
      mode: state.mode,
      behaviour,
      cache,
      plant: (planted) => change({ planted: [...state.planted, planted] }),
    });
    if (request.stream) await streamMessage(message, promptUsage, res, most > 0 ? 10 : 0);
    else res.json(message);
  });

  app.post('/v1/messages/count_tokens', (req, res) => {
    const request = parseCountRequest(req.body);
    if (!findModel(request.model)) throw new ApiError(404, `model: ${request.model}`);
    res.json({ input_tokens: countRequestTokens(request) });
  });

  app.get('/v1/models', (req, res) => {
    const { limit, after_id: after } = modelsQuery.parse(req.query);
    const start = after === undefined ? 0 : models.findIndex(({ id }) => id === after) + 1;
    const data = models.slice(start, start + limit);
    res.json({
      data,
      has_more: start + limit < models.length,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
    });
  });

  app.use(() => {
    throw new ApiError(404, 'Not found');
  });
  app.use(sendError);
  return { name: 'anthropic', app, control, reset, world };
}

const modelsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  after_id: z.string().optional(),
  before_id: z.string().optional(),
});

/** Adds a request id and the caller's rate limits to every response. */
const describeResponse: RequestHandler = (_req, res, next) => {
  const reset = new Date(Date.now() + 1_000).toISOString();
  res.set({
    'request-id': newRequestId(),
    'anthropic-organization-id': '00000000-0000-4000-8000-000000000000',
    'anthropic-ratelimit-requests-limit': String(maxRequestsPerMinute),
    'anthropic-ratelimit-requests-remaining': String(maxRequestsPerMinute - 1),
    'anthropic-ratelimit-requests-reset': reset,
    'anthropic-ratelimit-tokens-limit': '2000000',
    'anthropic-ratelimit-tokens-remaining': '1999000',
    'anthropic-ratelimit-tokens-reset': reset,
    'anthropic-ratelimit-input-tokens-limit': '1600000',
    'anthropic-ratelimit-input-tokens-remaining': '1600000',
    'anthropic-ratelimit-input-tokens-reset': reset,
    'anthropic-ratelimit-output-tokens-limit': '400000',
    'anthropic-ratelimit-output-tokens-remaining': '399000',
    'anthropic-ratelimit-output-tokens-reset': reset,
  });
  next();
};

const authenticate: RequestHandler = (req, _res, next) => {
  const bearer = req.get('authorization')?.replace(/^Bearer /i, '');
  const given = req.get('x-api-key') ?? bearer;
  if (given === undefined) throw new ApiError(401, 'x-api-key header is required');
  if (given !== apiKey) throw new ApiError(401, 'invalid x-api-key');
  const version = req.get('anthropic-version');
  if (version === undefined) throw invalidRequest('anthropic-version: header is required');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version))
    throw invalidRequest(`anthropic-version: "${version}" is not a valid version`);
  next();
};
