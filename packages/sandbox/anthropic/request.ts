import * as z from 'zod';
import { invalidRequest } from './errors.ts';

const contentBlock = z.looseObject({ type: z.string(), text: z.string().optional() });
const citationsConfig = z.looseObject({ enabled: z.boolean().optional() }).nullish();
const domains = z.array(z.string().min(1)).nullish();

const clientTool = z.looseObject({
  type: z.literal('custom').nullish(),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
});
const webSearchTool = z.looseObject({
  type: z.enum(['web_search_20250305', 'web_search_20260209', 'web_search_20260318']),
  name: z.literal('web_search'),
  allowed_domains: domains,
  blocked_domains: domains,
  max_uses: z.number().int().positive().nullish(),
});
const webFetchTool = z.looseObject({
  type: z.enum(['web_fetch_20250910', 'web_fetch_20260209', 'web_fetch_20260309', 'web_fetch_20260318']),
  name: z.literal('web_fetch'),
  allowed_domains: domains,
  blocked_domains: domains,
  max_uses: z.number().int().positive().nullish(),
  max_content_tokens: z.number().int().positive().nullish(),
  citations: citationsConfig,
});

const toolChoice = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('auto') }),
  z.looseObject({ type: z.literal('any') }),
  z.looseObject({ type: z.literal('none') }),
  z.looseObject({ type: z.literal('tool'), name: z.string() }),
]);

const systemPrompt = z.union([z.string(), z.array(contentBlock)]);
const countedFields = {
  model: z.string().min(1),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([z.string(), z.array(contentBlock)]),
      }),
    )
    .min(1),
  system: systemPrompt.optional(),
  tools: z.array(z.union([webSearchTool, webFetchTool, clientTool])).optional(),
  tool_choice: toolChoice.optional(),
  thinking: z
    .looseObject({
      type: z.enum(['enabled', 'disabled', 'adaptive', 'between_tools']),
      display: z.enum(['summarized', 'omitted']).nullish(),
    })
    .optional(),
  output_config: z
    .looseObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: z.looseObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }).nullish(),
    })
    .optional(),
  cache_control: z.unknown().optional(),
};

const createFields = z.strictObject({
  ...countedFields,
  max_tokens: z.number().int().min(1),
  stream: z.boolean().optional(),
  stop_sequences: z.array(z.string()).optional(),
  metadata: z.looseObject({}).optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().optional(),
  top_k: z.number().optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  speed: z.enum(['standard', 'fast']).nullish(),
  container: z.unknown().optional(),
  diagnostics: z.unknown().optional(),
  inference_geo: z.string().nullish(),
  user_profile_id: z.string().optional(),
  workspace_id: z.string().optional(),
});

export type MessageRequest = z.infer<typeof createFields>;
export type RequestTool = NonNullable<MessageRequest['tools']>[number];
export type WebSearchTool = z.infer<typeof webSearchTool>;
export type WebFetchTool = z.infer<typeof webFetchTool>;
export type ClientTool = z.infer<typeof clientTool>;

/** Returns the validated request. Throws the vendor's 400 with its wording (`max_tokens: Field required`). */
export function parseMessageRequest(body: unknown): MessageRequest {
  return parse(createFields, body);
}

/** Returns a validated `count_tokens` request, which has no `max_tokens`, streaming or sampling settings. */
export function parseCountRequest(body: unknown): Omit<MessageRequest, 'max_tokens'> {
  return parse(z.strictObject(countedFields), body);
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidRequest(issue ? describe(issue) : 'Invalid request.');
}

function describe(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return `${[...issue.path, issue.keys[0] ?? ''].join('.')}: Extra inputs are not permitted`;
  }
  if (issue.input === undefined && issue.code !== 'custom') return `${place}: Field required`;
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}

export function isWebSearch(tool: RequestTool): tool is WebSearchTool {
  return tool.name === 'web_search' && typeof tool.type === 'string' && tool.type.startsWith('web_search_');
}

export function isWebFetch(tool: RequestTool): tool is WebFetchTool {
  return tool.name === 'web_fetch' && typeof tool.type === 'string' && tool.type.startsWith('web_fetch_');
}

export function isClientTool(tool: RequestTool): tool is ClientTool {
  return !isWebSearch(tool) && !isWebFetch(tool);
}

export function systemText(request: Pick<MessageRequest, 'system'>): string {
  if (request.system === undefined) return '';
  return typeof request.system === 'string' ? request.system : request.system.map(({ text }) => text ?? '').join('\n');
}

/** Returns the text of the user messages, including text documents and tool results. */
export function userText(request: Pick<MessageRequest, 'messages'>): string {
  return request.messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : content.map(blockText).join('\n')))
    .join('\n');
}

const documentBlock = z.looseObject({
  title: z.string().nullish(),
  source: z.looseObject({ type: z.literal('text'), data: z.string() }),
});
const toolResultBlock = z.looseObject({ content: z.union([z.string(), z.array(contentBlock)]) });

function blockText(block: z.infer<typeof contentBlock>): string {
  if (block.type === 'text') return block.text ?? '';
  if (block.type === 'document') {
    const document = documentBlock.safeParse(block);
    return document.success ? `${document.data.title ?? ''}\n${document.data.source.data}` : '';
  }
  if (block.type === 'tool_result') {
    const result = toolResultBlock.safeParse(block);
    if (!result.success) return '';
    const { content } = result.data;
    return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');
  }
  return '';
}
