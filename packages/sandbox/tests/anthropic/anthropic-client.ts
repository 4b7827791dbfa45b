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

/** Starts the sandbox without latency, with the official client and no retries. */
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

/** Returns every cited text with the URLs of the search results it cites. */
export function citedSentences({ content }: Anthropic.Message): { text: string; urls: string[] }[] {
  return content.flatMap((block) => {
    if (block.type !== 'text' || !block.citations) return [];
    const urls = block.citations.flatMap((citation) => ('url' in citation ? [citation.url] : []));
    return [{ text: block.text, urls }];
  });
}

/** A citation with its source; `slice` is the document text at its indices, if fetched. */
export type Quoted = {
  block: string;
  url: string | undefined;
  citation: Anthropic.TextCitation;
  slice: string | undefined;
};

/** Returns every citation of a message, matched to the documents the message fetched. */
export function quotesIn({ content }: Anthropic.Message): Quoted[] {
  const documents = content.flatMap((block) =>
    block.type === 'web_fetch_tool_result' && block.content.type === 'web_fetch_result' ? [block.content] : [],
  );
  return content.flatMap((block) => {
    if (block.type !== 'text') return [];
    return (block.citations ?? []).map((citation): Quoted => {
      if (citation.type === 'web_search_result_location') {
        return { block: block.text, url: citation.url, citation, slice: undefined };
      }
      const document = 'document_index' in citation ? documents[citation.document_index] : undefined;
      const isText = citation.type === 'char_location' && document?.content.source.type === 'text';
      const data = document?.content.source.data ?? '';
      const slice = isText ? data.slice(citation.start_char_index, citation.end_char_index) : undefined;
      return { block: block.text, url: document?.url, citation, slice };
    });
  });
}

/** Returns the section headings, in order. */
export function headingsIn(message: Anthropic.Message): string[] {
  return [...wholeText(message).matchAll(/^## (.+)$/gm)].map(([, label]) => label ?? '');
}

export function wholeText({ content }: Anthropic.Message): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
