import type { ChatBlock, ChatMessage, Run } from './provider.ts';

/**
 * A message has at most 50 blocks (https://docs.slack.dev/reference/block-kit/blocks). Their total
 * size has an undocumented limit: messages of about 13,000 characters are rejected as
 * `msg_blocks_too_long` (https://github.com/slackapi/bolt-js/issues/2509).
 */
const MOST_BLOCKS = 50;
const MOST_CHARACTERS = 12_000;
const HEADER_CHARACTERS = 150;

/**
 * Returns a message in Block Kit. All untrusted text is in `rich_text` or `plain_text`, where Slack
 * parses neither markup nor mentions.
 */
export function toSlackPayload({ summary, blocks }: ChatMessage) {
  return {
    // The only part that Slack parses as markup, so its three control characters are escaped.
    text: summary.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    blocks: blocks.map(toBlock),
    // Slack would fetch every source and show previews.
    unfurl_links: false,
    unfurl_media: false,
  };
}

export function fitsSlack({ blocks }: ReturnType<typeof toSlackPayload>): boolean {
  return blocks.length <= MOST_BLOCKS && JSON.stringify(blocks).length <= MOST_CHARACTERS;
}

function toBlock(block: ChatBlock) {
  switch (block.kind) {
    case 'heading':
      return { type: 'header', text: plainText(cut(block.text, HEADER_CHARACTERS)) };
    case 'paragraph':
      return richText([{ type: 'rich_text_section', elements: block.runs.map(toElement) }]);
    case 'list': {
      const elements = block.items.map((runs) => ({ type: 'rich_text_section', elements: runs.map(toElement) }));
      return richText([{ type: 'rich_text_list', style: 'bullet', elements }]);
    }
    // No buttons: Slack warns about buttons of an app that does not handle clicks.
    default: {
      const runs = block.links.flatMap((link, index): Run[] => (index === 0 ? [link] : [{ text: '  ·  ' }, link]));
      return richText([
        { type: 'rich_text_section', elements: runs.map((run) => toElement({ ...run, isBold: true })) },
      ]);
    }
  }
}

const richText = (elements: readonly object[]) => ({ type: 'rich_text', elements });
const plainText = (text: string) => ({ type: 'plain_text', text, emoji: false });

function toElement({ text, isBold, href }: Run) {
  const style = isBold ? { style: { bold: true } } : {};
  return href === undefined ? { type: 'text', text, ...style } : { type: 'link', url: href, text, ...style };
}

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
