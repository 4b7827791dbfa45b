import Anthropic from '@anthropic-ai/sdk';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import type { Store } from '#sandbox/control/store.ts';
import { startVendor } from '#sandbox/start-vendor.ts';

export const model = 'claude-sonnet-4-6';

export const webFetch = {
  type: 'web_fetch_20250910',
  name: 'web_fetch',
  max_uses: 4,
  citations: { enabled: true },
} satisfies Anthropic.ToolUnion;
export const webSearch = { type: 'web_search_20250305', name: 'web_search', max_uses: 6 } satisfies Anthropic.ToolUnion;
export const webTools: Anthropic.ToolUnion[] = [webFetch, webSearch];

/** The sandbox without latency, and the vendor's own client for it; nothing is retried. */
export async function startAnthropic(options: { store?: Store } = {}) {
  const started = await startVendor((vendor) => createAnthropic({ ...vendor, latencyMs: [0, 0] }), options);
  const client = new Anthropic({ apiKey: 'sk-ant-sandbox', baseURL: started.url, maxRetries: 0 });

  async function control(path: string, body?: object): Promise<unknown> {
    const res = await fetch(`${started.url}/_control/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    if (!res.ok) throw new Error(`${res.status} ${await res.text()}`);
    return res.json();
  }

  async function research(prompt: string, params: Partial<Anthropic.MessageCreateParamsNonStreaming> = {}) {
    return client.messages.create({
      model,
      max_tokens: 4_000,
      system: 'You research the guests of a meeting. SECRET-PROMPT',
      tools: webTools,
      ...params,
      messages: params.messages ?? [{ role: 'user', content: prompt }],
    });
  }

  return { ...started, client, control, research };
}

export type StartedAnthropic = Awaited<ReturnType<typeof startAnthropic>>;

/** Every sentence with the pages it is cited to. */
export function citedSentences({ content }: Anthropic.Message): { text: string; urls: string[] }[] {
  return content.flatMap((block) => {
    if (block.type !== 'text' || !block.citations) return [];
    const urls = block.citations.flatMap((citation) => ('url' in citation ? [citation.url] : []));
    return [{ text: block.text, urls }];
  });
}

export function wholeText({ content }: Anthropic.Message): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
