import { Fragment, createElement as h, type ReactNode } from 'react';
import type { Block, Bullet, Section } from './briefing-sections.ts';
import { citedNodes, type NumberedSource } from './briefing-sources.ts';
import { COLORS, link, SANS, SERIF, STYLES } from './layout.ts';
import { bullet, wrap } from './plain-text.ts';

export function sectionHeading(title: string, note?: string): ReactNode {
  const style = { fontFamily: SERIF, fontSize: 17, lineHeight: '21px', fontWeight: 600, margin: '0 0 2px' };
  const noteStyle = { ...STYLES.small, fontFamily: SANS, fontWeight: 400 };
  return h(
    'h2',
    { className: 'ink', style },
    title,
    note !== undefined && h('span', { className: 'ink3', style: noteStyle }, `  ${note}`),
  );
}

/** Of what stands at the end, about the research itself. */
export function minorHeading(title: string): ReactNode {
  return h(
    'h2',
    { className: 'ink', style: { ...STYLES.small, color: COLORS.ink, fontWeight: 600, margin: 0 } },
    title,
  );
}

export function sectionNode(
  { heading, note, isMinor = false, blocks }: Section,
  sources: readonly NumberedSource[],
): ReactNode {
  return h(
    'div',
    { key: heading, style: { marginTop: isMinor ? 10 : 12 } },
    isMinor ? minorHeading(heading) : sectionHeading(heading, note),
    ...blockNodes(blocks, sources),
  );
}

/** Lines of one list share its styles: a full briefing has dozens of them. */
export function blockNodes(blocks: readonly Block[], sources: readonly NumberedSource[]): ReactNode[] {
  return groupLists(blocks).map((group, index) => {
    if (Array.isArray(group)) {
      const items = group.map(({ text }, at) =>
        h('li', { key: at, style: { margin: '0 0 3px' } }, ...citedNodes(text, sources)),
      );
      return h('ul', { key: index, className: 'ink read', style: { ...READING, padding: '0 0 0 18px' } }, ...items);
    }
    if (group.kind === 'paragraph') {
      return h('p', { key: index, className: 'ink read', style: READING }, ...citedNodes(group.text, sources));
    }
    if (group.kind === 'remark') {
      return h('p', { key: index, className: 'ink2', style: REMARK }, group.text);
    }
    return h(
      'p',
      { key: index, className: 'ink read', style: { ...READING, margin: '6px 0 2px' } },
      h('strong', { style: { fontFamily: SANS } }, group.name),
      group.role !== null && h(Fragment, null, ', ', ...citedNodes(group.role, sources)),
      group.note !== '' && h('span', { className: 'ink3', style: NOTE }, `  ${group.note}`),
    );
  });
}

const READING = { fontFamily: SERIF, fontSize: 15, lineHeight: '21px', margin: '0 0 4px' };
const REMARK = { ...STYLES.small, color: COLORS.ink2, margin: '0 0 2px' };
const NOTE = { ...STYLES.small, fontFamily: SANS };

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
  if (block.kind !== 'name') return wrap(block.text);
  const name = block.role === null ? block.name : `${block.name}, ${block.role}`;
  return wrap(block.note === '' ? name : `${name} (${block.note})`);
}

export const MORE = 'There is ';

/** Leads to what a mail leaves out for length. */
export function moreNode(open: string): ReactNode {
  return h(
    'p',
    { className: 'ink2', style: { ...REMARK, margin: '14px 0 0' } },
    MORE,
    link(open, 'more in Foreword'),
    '.',
  );
}

export function moreText(open: string): string {
  return `${MORE}more in Foreword:\n${open}`;
}
