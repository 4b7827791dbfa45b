import type Anthropic from '@anthropic-ai/sdk';
import { seal } from './gathering/seal.ts';
import { traitsOf } from './models.ts';
import type { MessageRequest } from './request.ts';

const tokensByEffort = { low: 0, medium: 120, high: 480, xhigh: 1_500, max: 4_000 };

/**
 * Returns the thinking tokens before the answer; 0 without thinking. They count as output and towards `max_tokens`.
 */
export function thinkingTokens({ model, thinking, output_config: output }: MessageRequest): number {
  const traits = traitsOf(model);
  const isOn =
    traits.thinking === 'budget'
      ? thinking?.type === 'enabled' || thinking?.type === 'adaptive'
      : thinking === undefined || thinking.type === 'adaptive';
  return isOn ? tokensByEffort[output?.effort ?? traits.defaultEffort] : 0;
}

/** Returns the visible thinking: only a signature unless a summary was requested. */
export function thinkingBlock({ thinking }: MessageRequest): Anthropic.ThinkingBlock {
  const summary = thinking?.display === 'summarized' ? 'Reviewing the request and the material to answer it with.' : '';
  return { type: 'thinking', thinking: summary, signature: seal('thinking') };
}
