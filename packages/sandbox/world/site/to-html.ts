import { escapeHtml } from '#sandbox/page.ts';
import type { Language } from '#sandbox/world/languages.ts';
import type { Block, Layout, Link } from './blocks.ts';

/** Renders a page for a browser. */
export function toHtml({ before, article, after }: Layout, title: string, language: Language): string {
  const body = `<header>${before.map(blockHtml).join('\n')}</header>
<article id="main">${article.map(blockHtml).join('\n')}</article>
<footer>${after.map(blockHtml).join('\n')}</footer>`;
  return htmlDocument(title, body, language);
}

export function htmlDocument(title: string, body: string, language: Language = 'en'): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}header,footer{font-size:.8rem;color:#555}
header ul,footer ul{columns:3;padding-left:1rem}article{border-block:1px solid #ccc;padding:1rem 0;margin:1rem 0}img{height:2rem}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2rem .5rem}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'logo':
      return `<a href="${escapeHtml(block.href)}">${imageHtml(block.alt, block.src)}</a>`;
    case 'image':
      return imageHtml(block.alt, block.src);
    case 'heading':
      return `<h${block.level}>${escapeHtml(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${escapeHtml(block.text)}</p>`;
    case 'links':
      return `<ul>${block.links.map((link) => `<li>${linkHtml(link)}</li>`).join('')}</ul>`;
    case 'crumbs':
      return `<p>${[...block.links.map(linkHtml), escapeHtml(block.here)].join(' / ')}</p>`;
    case 'menu':
      return block.groups
        .map(
          ({ label, links }) =>
            `<details><summary>${escapeHtml(label)}</summary>${blockHtml({ kind: 'links', links })}</details>`,
        )
        .join('');
    case 'teaser':
      return teaserHtml(block);
    case 'table':
      return tableHtml(block);
    case 'form':
      return `<form><label>${escapeHtml(block.field)} <input></label> <label><input type="checkbox"> ${escapeHtml(block.consent)}</label> <button type="button">${escapeHtml(block.button)}</button></form>`;
    default:
      return block.html;
  }
}

function teaserHtml({ title, href, image, date, text }: Extract<Block, { kind: 'teaser' }>): string {
  const picture = image === undefined ? '' : imageHtml(title, image);
  const words = text === undefined ? '' : `<br>${escapeHtml(text)}`;
  return `<p>${picture} ${linkHtml({ text: title, href })} <time>${escapeHtml(date)}</time>${words}</p>`;
}

function tableHtml({ caption, header, rows }: Extract<Block, { kind: 'table' }>): string {
  const row = (cells: string[], tag: 'td' | 'th') =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><caption>${escapeHtml(caption)}</caption>${row(header, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`;
}

function imageHtml(alt: string, src: string): string {
  return `<img alt="${escapeHtml(alt)}" src="${escapeHtml(src)}">`;
}

function linkHtml({ text, href }: Link): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}
