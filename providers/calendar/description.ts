import { compile } from 'html-to-text';

/** Longer bodies contain a quoted mail thread, with the invitation at the top. */
const MAX_CHARACTERS = 200_000;
const MAX_DEPTH = 300;

const toText = compile({
  wordwrap: false,
  preserveNewlines: false,
  limits: { maxDepth: MAX_DEPTH },
  selectors: [
    // Brackets as in Outlook's own text format, since no address contains them.
    { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true, pathRewrite: webAddress } },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '- ', leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ol', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
    { selector: 'hr', options: { length: 20 } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/**
 * Elements found in descriptions. Other text in angle brackets (`<https://…>`, `<Name>`) does not
 * make a description HTML.
 */
const ELEMENT =
  /<\/?(?:html-blob|html|body|head|meta|style|a|b|strong|i|em|u|s|br|p|div|span|font|ul|ol|li|table|tr|td|h[1-6]|hr|pre|blockquote|o:p)[\s/>]/i;
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/i;
/** HTML with any of these elements has its own line breaks; line feeds are only white space. */
const BLOCK = /<(?:html|body|p|div|table|ul|ol|h[1-6])[\s>]/i;
/** A `<` that opens neither a tag nor a comment, as in an address or a comparison. */
const LONE_BRACKET = /<(?!\/?[a-z][\w-]*(?::[\w-]+)?(?:[\s/>]|$)|[!?])/gi;

/**
 * Returns an invitation's description as text; providers send plain text, HTML or a mixture. Links keep their address:
 * `text <https://…>`. Null if nothing is left.
 *
 * @param contentType `text` or `html` if the provider specifies it; otherwise detected.
 */
export function toDescription(content: string | null | undefined, contentType?: string | null): string | null {
  if (!content) return null;
  const start = content.slice(0, MAX_CHARACTERS);
  const isHtml = contentType ? contentType.toLowerCase() === 'html' : ELEMENT.test(start) || ENTITY.test(start);
  return tidy(isHtml ? toText(prepare(start)) : start) || null;
}

function webAddress(href: string): string {
  return /^https?:/i.test(href) ? href : '';
}

function prepare(content: string): string {
  const html = content.replaceAll(LONE_BRACKET, '&lt;');
  return BLOCK.test(html) ? html : html.replaceAll(/\r?\n/g, '<br>');
}

/** Trims the ends of lines, and keeps at most one empty line in a row. */
function tidy(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  return lines
    .filter((line, at) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim();
}
