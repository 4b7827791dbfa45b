import type Anthropic from '@anthropic-ai/sdk';
import type { Language } from '#sandbox/world/languages.ts';
import { hashOf } from '#sandbox/world/site/choose.ts';
import type { World } from '#sandbox/world/world.ts';
import type { Pick } from './pick.ts';
import type { WebTools } from './web-tools.ts';

/** Collects the blocks of an answer. Joins adjacent uncited text, as the vendor does. */
export type Answer = {
  heading: (label: string) => void;
  say: (text: string) => void;
  /** Adds a page's content with citations. Returns whether any of it was new and citable. */
  quote: (pick: Pick) => boolean;
};

/** Creates an answer in `web.blocks`. Passages are in `language`, in English or as quoted, as the world allows. */
export function createAnswer(web: WebTools, world: World, language: Language): Answer {
  const used = new Set<string>();
  const said = new Map(world.truths().map(({ quote, said }) => [quote, said[language] ?? said.en ?? quote]));

  function say(text: string): void {
    const last = web.blocks.at(-1);
    if (last?.type === 'text' && last.citations === null) last.text += text;
    else web.blocks.push({ type: 'text', text, citations: null } satisfies Anthropic.TextBlock);
  }

  function quote({ page, passages }: Pick): boolean {
    const fresh = passages.filter((passage) => !used.has(passage) && !wasSaid(passage));
    let any = false;
    for (const group of groupsOf(fresh, page.url)) {
      const citations = citationsOf(group, page);
      if (citations.length === 0) continue;
      for (const passage of group) used.add(passage);
      say('\n- ');
      web.blocks.push({
        type: 'text',
        text: group.map((passage) => said.get(passage) ?? passage).join(' '),
        citations,
      });
      any = true;
    }
    return any;
  }

  /** Cites adjacent passages as one quote and others separately. */
  function citationsOf(group: readonly string[], page: Pick['page']): Anthropic.TextCitation[] {
    const joined = group.length > 1 && !page.sheets ? web.cite(page, group.join(' ')) : undefined;
    if (joined?.type === 'char_location') return [joined];
    return group.flatMap((passage) => web.cite(page, passage) ?? []);
  }

  /**
   * Returns whether an earlier answer cited the passage. Search results are quoted truncated, so a matching start is
   * enough.
   */
  function wasSaid(passage: string): boolean {
    return [...web.saidBefore].some(
      (text) => text.includes(passage) || passage.startsWith(text.replace(/\.\.\.$/, '')),
    );
  }

  return { heading: (label) => say(`\n\n## ${label}\n`), say, quote };
}

/** Groups passages into statements. On some pages, always the same ones, the first two passages form one statement. */
function groupsOf(passages: readonly string[], key: string): string[][] {
  const [first, second, ...rest] = passages;
  if (first === undefined) return [];
  if (second === undefined || first.startsWith('|') || second.startsWith('|') || hashOf(key) % 3 !== 0)
    return passages.map((passage) => [passage]);
  return [[first, second], ...rest.map((passage) => [passage])];
}
