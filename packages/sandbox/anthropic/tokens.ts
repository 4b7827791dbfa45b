import type Anthropic from '@anthropic-ai/sdk';

const charsPerToken = 4;

/** A rough count: four characters a token. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / charsPerToken);
}

/** What the model itself wrote of a block; results of server tools are input. */
export function outputTokens(block: Anthropic.ContentBlock): number {
  if (block.type === 'text') return countTokens(block.text);
  if (block.type === 'server_tool_use' || block.type === 'tool_use')
    return countTokens(JSON.stringify(block.input)) + 8;
  return 0;
}

export function resultTokens(block: Anthropic.ContentBlock): number {
  return block.type === 'web_search_tool_result' || block.type === 'web_fetch_tool_result'
    ? countTokens(JSON.stringify(block.content))
    : 0;
}

/** The blocks that fit into `maxTokens`, the last one cut off in the middle of a word if need be. */
export function truncate(
  blocks: Anthropic.ContentBlock[],
  maxTokens: number,
): { blocks: Anthropic.ContentBlock[]; cut: boolean } {
  const kept: Anthropic.ContentBlock[] = [];
  let left = maxTokens;
  for (const block of blocks) {
    const size = outputTokens(block);
    if (size > left) {
      if (block.type === 'text' && left > 0) kept.push({ ...block, text: block.text.slice(0, left * charsPerToken) });
      return { blocks: kept, cut: true };
    }
    kept.push(block);
    left -= size;
  }
  return { blocks: kept, cut: false };
}
