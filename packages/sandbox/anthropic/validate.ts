import * as z from 'zod';
import { ApiError, invalidRequest } from './errors.ts';
import { findModel, traitsOf } from './models.ts';
import { isClientTool, isWebFetch, isWebSearch, type MessageRequest } from './request.ts';

/** Checks the vendor's rules beyond the shape of single fields. Throws its 400 or 404. */
export function validateRequest(request: MessageRequest): void {
  const model = findModel(request.model);
  if (!model) throw new ApiError(404, `model: ${request.model}`);
  if (model.max_tokens !== null && request.max_tokens > model.max_tokens) {
    throw invalidRequest(
      `max_tokens: ${request.max_tokens} > ${model.max_tokens}, which is the maximum allowed number of output tokens for ${model.id}`,
    );
  }
  validateMessages(request);
  validateThinking(request);
  validateTools(request);
  validateOutputFormat(request);
}

const prefillError = invalidRequest(
  'This model does not support assistant message prefill. The conversation must end with a user message.',
);

function validateMessages({ messages, model }: MessageRequest): void {
  if (messages[0]?.role !== 'user') throw invalidRequest('messages: first message must use the "user" role');
  for (const [index, { content, role }] of messages.entries()) {
    const isLastAssistant = role === 'assistant' && index === messages.length - 1;
    if (content.length === 0 && !isLastAssistant) {
      throw invalidRequest(
        `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
      );
    }
    if (typeof content === 'string') {
      if (isLastAssistant && !traitsOf(model).takesPrefill) throw prefillError;
      continue;
    }
    if (isLastAssistant && !traitsOf(model).takesPrefill && !content.some(({ type }) => type === 'server_tool_use')) {
      throw prefillError;
    }
    if (content.some((block) => block.type === 'text' && (block.text ?? '') === '')) {
      throw invalidRequest('messages: text content blocks must be non-empty');
    }
  }
}

/**
 * Throws 400 for thinking settings and forced tools the model rejects. Newer models decide how much to think, and
 * accept neither a budget nor sampling parameters.
 */
function validateThinking({
  model,
  thinking,
  tool_choice: choice,
  output_config: output,
  ...sampling
}: MessageRequest): void {
  const { thinking: kind } = traitsOf(model);
  if (kind === 'budget') {
    if (thinking?.type === 'between_tools') throw unsupportedThinking(thinking.type);
    return;
  }
  for (const name of ['temperature', 'top_p', 'top_k'] as const) {
    if (sampling[name] !== undefined && sampling[name] !== 1) {
      throw invalidRequest(`\`${name}\` is deprecated for this model.`);
    }
  }
  if (thinking?.type === 'enabled') {
    throw invalidRequest(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    );
  }
  if (thinking?.type === 'between_tools' && kind !== 'between_tools') throw unsupportedThinking(thinking.type);
  const isTooMuch = output?.effort === 'xhigh' || output?.effort === 'max';
  if (thinking?.type === 'disabled' && (kind !== 'adaptive' || isTooMuch)) throw unsupportedThinking(thinking.type);
  if ((choice?.type === 'any' || choice?.type === 'tool') && kind !== 'adaptive') {
    throw invalidRequest(`tool_choice: forcing tool use with type "${choice.type}" is not supported for this model.`);
  }
}

function unsupportedThinking(type: string): Error {
  return invalidRequest(`"thinking.type.${type}" is not supported for this model.`);
}

function validateTools({ tools = [], tool_choice: choice }: MessageRequest): void {
  if (new Set(tools.map(({ name }) => name)).size < tools.length) {
    throw invalidRequest('tools: Tool names must be unique.');
  }
  for (const tool of tools) {
    if ((isWebSearch(tool) || isWebFetch(tool)) && tool.allowed_domains && tool.blocked_domains) {
      throw invalidRequest(`tools: only one of allowed_domains and blocked_domains can be set for ${tool.name}.`);
    }
  }
  if (choice === undefined) return;
  if (tools.length === 0) throw invalidRequest('tool_choice may only be specified while providing tools.');
  if (choice.type === 'tool' && !tools.some(({ name }) => name === choice.name)) {
    throw invalidRequest(`tool_choice: Tool '${choice.name}' not found in provided tools`);
  }
}

function validateOutputFormat(request: MessageRequest): void {
  const format = request.output_config?.format;
  if (!format) return;
  if (usesCitations(request)) {
    throw invalidRequest('output_config.format: Citations cannot be used together with structured outputs.');
  }
  validateSchema(format.schema, 'output_config.format.schema');
}

/**
 * Returns whether the request uses citations. Web search always cites; fetched and attached documents cite on request.
 */
function usesCitations({ tools = [], messages }: MessageRequest): boolean {
  const citing = z.looseObject({ citations: z.looseObject({ enabled: z.literal(true) }) });
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return (
    tools.some((tool) => isWebSearch(tool) || (isWebFetch(tool) && tool.citations?.enabled === true)) ||
    blocks.some((block) => citing.safeParse(block).success)
  );
}

const unsupported: Record<string, string[]> = {
  object: ['minProperties', 'maxProperties'],
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['maxItems', 'uniqueItems'],
};

const schemaNode = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  additionalProperties: z.unknown().optional(),
  minItems: z.number().optional(),
});

/** Throws 400 for parts of JSON Schema that the vendor does not accept in an output format. */
function validateSchema(value: unknown, place: string): void {
  if (Array.isArray(value)) {
    for (const item of value) validateSchema(item, place);
    return;
  }
  const node = schemaNode.safeParse(value);
  if (!node.success) return;
  const { data } = node;
  for (const type of typeof data.type === 'string' ? [data.type] : (data.type ?? [])) {
    if (type === 'object' && data.additionalProperties !== false) {
      throw invalidRequest(`${place}: For 'object' type, 'additionalProperties' must be explicitly set to false`);
    }
    const refused = (unsupported[type] ?? []).filter((key) => key in data);
    if (refused.length > 0) {
      throw invalidRequest(`${place}: For '${type}' type, properties ${refused.join(', ')} are not supported`);
    }
    if (type === 'array' && (data.minItems ?? 0) > 1) {
      throw invalidRequest(`${place}: For 'array' type, 'minItems' values other than 0 or 1 are not supported`);
    }
  }
  for (const [key, child] of Object.entries(data)) {
    if (key === 'properties' || key === '$defs' || key === 'definitions') {
      const parsed = z.record(z.string(), z.unknown()).safeParse(child);
      if (parsed.success) for (const schema of Object.values(parsed.data)) validateSchema(schema, place);
    } else if (key === 'items' || key === 'anyOf' || key === 'allOf' || key === 'oneOf') validateSchema(child, place);
  }
}

/** Returns the client-side tools the model may call. */
export function clientTools(request: MessageRequest) {
  return (request.tools ?? []).filter(isClientTool);
}
