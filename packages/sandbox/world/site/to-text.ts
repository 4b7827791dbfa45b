import { htmlToText } from '#sandbox/world/html-text.ts';
import { tableRow } from '#sandbox/world/pages.ts';
import type { Block, Layout, Link } from './blocks.ts';

/** Renders a page as a fetching tool returns it: a kind of Markdown with everything on the page. */
export function toText({ before, article, after }: Layout): string {
  return [...before, ...article, ...after].map(blockText).join('\n\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'logo':
      return `[![${block.alt}](${block.src})](${block.href})`;
    case 'image':
      return `![${block.alt}](${block.src})`;
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`;
    case 'paragraph':
      return block.text;
    case 'links':
      return block.links.map((link) => `- ${linkText(link)}`).join('\n');
    case 'crumbs':
      return [...block.links.map(linkText), block.here].join(' / ');
    case 'menu':
      return block.groups
        .map(({ label, links }) => [`- ${label}`, ...links.map((link) => `  - ${linkText(link)}`)].join('\n'))
        .join('\n');
    case 'teaser':
      return teaserText(block);
    case 'table':
      return tableText(block);
    case 'form':
      return `${block.field}\n\n[ ] ${block.consent}\n\n${block.button}`;
    default:
      return htmlToText(block.html);
  }
}

function teaserText({ title, href, image, date, text }: Extract<Block, { kind: 'teaser' }>): string {
  const picture = image === undefined ? '' : `[![${title}](${image})](${href})\n`;
  return `${picture}### [${title}](${href})\n${date}${text === undefined ? '' : `\n${text}`}`;
}

function tableText({ caption, header, rows }: Extract<Block, { kind: 'table' }>): string {
  const line = tableRow(header.map(() => '---'));
  return [caption, '', tableRow(header), line, ...rows.map(tableRow)].join('\n');
}

function linkText({ text, href }: Link): string {
  return `[${text}](${href})`;
}
