import type { ChatBlock, ChatMessage, Run } from './provider.ts';

/**
 * A webhook message has at most 28 KB
 * (https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook), counted with
 * the card as a string in the message's JSON (https://github.com/MicrosoftDocs/msteams-docs/issues/11274). A workflow
 * accepts a larger one and fails later, unseen by us, so the limit leaves a margin for what Teams adds.
 */
const MOST_BYTES = 24_000;
/** The oldest version with all features used here; Teams supports it on every device. */
const VERSION = '1.4';

/** Returns a message as an Adaptive Card. All untrusted text is in a `TextRun`, where Markdown is not parsed. */
export function toTeamsPayload({ summary, blocks }: ChatMessage) {
  const links = blocks.flatMap((block) => (block.kind === 'links' ? block.links : []));
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: VERSION,
    fallbackText: summary,
    msteams: { width: 'Full' },
    body: blocks.flatMap(toElements),
    actions: links.map(({ text, href }) => ({ type: 'Action.OpenUrl', title: text, url: href })),
  };
  return {
    type: 'message',
    summary,
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

export function fitsTeams(payload: ReturnType<typeof toTeamsPayload>): boolean {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(payload))) <= MOST_BYTES;
}

function toElements(block: ChatBlock): object[] {
  switch (block.kind) {
    case 'heading':
      return [richText([{ text: block.text, isBold: true }], { size: 'Large' })];
    case 'paragraph':
      return [richText(block.runs, block.isMinor ? { isSubtle: true, size: 'Small' } : {})];
    case 'list':
      return block.items.map((runs) => richText([{ text: '• ' }, ...runs], {}));
    default:
      return [];
  }
}

function richText(runs: readonly Run[], look: object) {
  const inlines = runs.map(({ text, isBold, href }) => ({
    type: 'TextRun',
    text,
    ...look,
    ...(isBold && { weight: 'Bolder' }),
    ...(href !== undefined && { color: 'Accent', selectAction: { type: 'Action.OpenUrl', url: href } }),
  }));
  return { type: 'RichTextBlock', inlines };
}
