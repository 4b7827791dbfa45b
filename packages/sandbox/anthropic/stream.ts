import { setTimeout as sleep } from 'node:timers/promises';
import type Anthropic from '@anthropic-ai/sdk';
import type { Response } from 'express';

/**
 * Streams a finished message like the vendor, with `pauseMs` between blocks. `promptUsage` is the usage before any tool
 * call.
 */
export async function streamMessage(
  message: Anthropic.Message,
  promptUsage: Anthropic.Usage,
  res: Response,
  pauseMs: number,
): Promise<void> {
  res.status(200).set({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  send(res, {
    type: 'message_start',
    message: {
      ...message,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: promptUsage,
    },
  });
  res.write('event: ping\ndata: {"type": "ping"}\n\n');
  for (const [index, block] of message.content.entries()) {
    if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false });
    send(res, { type: 'content_block_start', index, content_block: opening(block) });
    for (const delta of deltas(block)) send(res, { type: 'content_block_delta', index, delta });
    send(res, { type: 'content_block_stop', index });
  }
  const { stop_reason, stop_sequence, stop_details, container, usage } = message;
  send(res, { type: 'message_delta', delta: { stop_reason, stop_sequence, stop_details, container }, usage });
  send(res, { type: 'message_stop' });
  res.end();
}

/** Returns a block as it opens in a stream: empty, except server tool results, which arrive whole. */
function opening(block: Anthropic.ContentBlock): Anthropic.RawContentBlockStartEvent['content_block'] {
  if (block.type === 'text') return { ...block, text: '', citations: block.citations === null ? null : [] };
  if (block.type === 'server_tool_use') return { ...block, input: {} };
  if (block.type === 'tool_use') return { ...block, input: {} };
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  return block;
}

function deltas(block: Anthropic.ContentBlock): Anthropic.RawContentBlockDelta[] {
  if (block.type === 'text') {
    const citations = (block.citations ?? []).map((citation) => ({ type: 'citations_delta' as const, citation }));
    return [...citations, ...chunks(block.text).map((text) => ({ type: 'text_delta' as const, text }))];
  }
  if (block.type === 'server_tool_use' || block.type === 'tool_use') {
    return ['', ...chunks(JSON.stringify(block.input))].map((partial_json) => ({
      type: 'input_json_delta',
      partial_json,
    }));
  }
  if (block.type === 'thinking') {
    const words = chunks(block.thinking).map((thinking) => ({ type: 'thinking_delta' as const, thinking }));
    return [...words, { type: 'signature_delta', signature: block.signature }];
  }
  return [];
}

function chunks(text: string): string[] {
  return text.match(/[\s\S]{1,48}/g) ?? [];
}

function send(res: Response, event: Anthropic.RawMessageStreamEvent): void {
  res.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
