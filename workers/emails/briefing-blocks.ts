import { createElement as h, type ReactNode } from 'react';
import type { Block, Bullet } from './briefing-sections.ts';
import { citedNodes, type NumberedSource } from './briefing-sources.ts';
import { COLORS, link, SANS, SERIF, STYLES } from './layout.ts';
import { bullet, wrap } from './plain-text.ts';

export function sectionHeading(title: string, note?: string): ReactNode {
  const style = { fontFamily: SERIF, fontSize: 19, lineHeight: '26px', fontWeight: 600, margin: '0 0 6px' };
  const noteStyle = { ...STYLES.small, fontFamily: SANS, fontWeight: 400 };
  return h(
    'h2',
    { className: 'ink', style },
    title,
    note !== undefined && h('span', { className: 'ink3', style: noteStyle }, `  ${note}`),
  );
}

/** Lines of one list share its styles: a full briefing has a hundred of them. */
export function blockNodes(blocks: readonly Block[], sources: readonly NumberedSource[]): ReactNode[] {
  return groupLists(blocks).map((group, index) => {
    if (Array.isArray(group)) {
      const items = group.map(({ text }, at) =>
        h('li', { key: at, style: { margin: '0 0 6px' } }, ...citedNodes(text, sources)),
      );
      return h('ul', { key: index, className: 'ink', style: { ...SERIF_TEXT, padding: '0 0 0 20px' } }, ...items);
    }
    if (group.kind === 'paragraph') {
      return h('p', { key: index, className: 'ink', style: SERIF_TEXT }, ...citedNodes(group.text, sources));
    }
    return h(
      'p',
      { key: index, className: 'ink', style: { ...STYLES.text, margin: '12px 0 4px' } },
      h('strong', null, group.name),
      h('span', { className: 'ink3', style: STYLES.small }, `  ${group.note}`),
    );
  });
}

const SERIF_TEXT = { ...STYLES.text, fontFamily: SERIF, fontSize: 16, lineHeight: '25px' };

type Apart = Exclude<Block, Bullet>;

function groupLists(blocks: readonly Block[]): (Bullet[] | Apart)[] {
  const groups: (Bullet[] | Apart)[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind !== 'bullet') groups.push(block);
    else if (Array.isArray(last)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** One block of a plain-text mail. */
export function blockText(block: Block): string {
  if (block.kind === 'bullet') return bullet(block.text);
  return wrap(block.kind === 'name' ? `${block.name} (${block.note})` : block.text);
}

export const MORE_THAN_FITS = 'Not all that was found fits into a mail: there is ';

/** Where the rest is of what a mail does not hold. */
export function moreNode(open: string): ReactNode {
  return h(
    'p',
    { className: 'ink2', style: { ...STYLES.text, color: COLORS.ink2, margin: '24px 0 0' } },
    MORE_THAN_FITS,
    link(open, 'more in Foreword'),
    '.',
  );
}
