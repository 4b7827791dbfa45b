import { cutText } from '#domain/cut-text.ts';
import type { ChatBlock, Run } from '#providers/chat/provider.ts';
import type { Block } from '#workers/emails/briefing-sections.ts';
import type { NumberedSource } from '#workers/emails/briefing-sources.tsx';
import { inert } from '#workers/emails/plain-text.ts';
import type { Say } from '#workers/words/say.ts';

export const heading = (text: string): ChatBlock => ({ kind: 'heading', text: inert(cutText(text, 120)) || '–' });
export const paragraph = (runs: readonly Run[]): ChatBlock => ({ kind: 'paragraph', runs });
export const minor = (text: string): ChatBlock => ({ kind: 'paragraph', runs: [{ text }], isMinor: true });
export const links = (all: readonly { text: string; href: string }[]): ChatBlock => ({ kind: 'links', links: all });

/** Converts an email's blocks to chat blocks; consecutive list items become one list. */
export function blocksOf(blocks: readonly Block[], shown: Shown): ChatBlock[] {
  const { sources } = shown;
  const told: ChatBlock[] = [];
  let items: Run[][] | null = null;
  for (const block of blocks) {
    if (block.kind !== 'bullet') {
      items = null;
      told.push(blockOf(block, shown));
    } else if (items) {
      items.push(citedRuns(block.text, sources));
    } else {
      items = [citedRuns(block.text, sources)];
      told.push({ kind: 'list', items });
    }
  }
  return told;
}

type Shown = { sources: readonly NumberedSource[]; say: Say };

function blockOf(block: Exclude<Block, { kind: 'bullet' }>, { sources, say }: Shown): ChatBlock {
  if (block.kind === 'paragraph') return paragraph(citedRuns(block.text, sources));
  if (block.kind === 'remark') return minor(block.text);
  return paragraph([
    { text: block.name, isBold: true },
    ...(block.role === null ? [] : citedRuns(say('role', { role: block.role }), sources)),
    ...(block.note === '' ? [] : [{ text: `  ${block.note}` }]),
  ]);
}

/** Turns citations into links to their sources. */
function citedRuns(text: string, sources: readonly NumberedSource[]): Run[] {
  return text
    .split(/(\[\d+\])/)
    .filter((part) => part !== '')
    .map((part) => {
      const number = Number(/^\[(\d+)\]$/.exec(part)?.[1]);
      const source = sources.find((one) => one.number === number);
      return source ? { text: part, href: source.url } : { text: part };
    });
}

export function sourceBlocks(sources: readonly NumberedSource[], say: Say): ChatBlock[] {
  if (sources.length === 0) return [];
  const items = sources.map(({ number, url, title, hasWrongFact }): Run[] => [
    { text: [`[${number}]`, ...(hasWrongFact ? [say('wrongFactHere')] : []), ''].join(' ') },
    { text: inert(title) || url, href: url },
  ]);
  return [paragraph([{ text: say('sources'), isBold: true }]), { kind: 'list', items }];
}
