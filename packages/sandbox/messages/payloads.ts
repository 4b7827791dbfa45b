import * as z from 'zod';

/** The subset of Slack's Block Kit used in incoming webhooks (https://docs.slack.dev/reference/block-kit/blocks). */
const plainText = (most: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(most), emoji: z.boolean().optional() });
const richElement = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1), style: z.looseObject({}).optional() }),
  z.strictObject({
    type: z.literal('link'),
    url: z.url({ protocol: /^https?$/ }).max(3000),
    text: z.string().min(1).optional(),
    style: z.looseObject({}).optional(),
  }),
]);
const richSection = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(richElement).min(1) });
const richList = z.strictObject({
  type: z.literal('rich_text_list'),
  style: z.enum(['bullet', 'ordered']),
  elements: z.array(richSection).min(1),
});
const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: plainText(150) }),
  z.strictObject({
    type: z.literal('rich_text'),
    elements: z.array(z.discriminatedUnion('type', [richSection, richList])).min(1),
  }),
  z.strictObject({
    type: z.literal('section'),
    text: z.strictObject({ type: z.enum(['mrkdwn', 'plain_text']), text: z.string().min(1).max(3000) }),
  }),
  z.strictObject({ type: z.literal('divider') }),
]);

/** Slack's undocumented limit on all blocks together, in characters of JSON. */
const slackCharacters = 13_100;

export const slackPayload = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z
    .array(block)
    .min(1)
    .max(50)
    .refine((blocks) => JSON.stringify(blocks).length <= slackCharacters, 'msg_blocks_too_long'),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
});

/** The subset of Adaptive Cards 1.4 used in webhooks (https://adaptivecards.io/explorer). */
const openUrl = z.looseObject({ type: z.literal('Action.OpenUrl'), url: z.url({ protocol: /^https?$/ }) });
const textRun = z.looseObject({
  type: z.literal('TextRun'),
  text: z.string(),
  selectAction: openUrl.optional(),
});
const card = z.looseObject({
  type: z.literal('AdaptiveCard'),
  version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']),
  body: z.array(z.looseObject({ type: z.literal('RichTextBlock'), inlines: z.array(textRun).min(1) })).min(1),
  actions: z.array(openUrl.extend({ title: z.string().min(1) })).max(6),
});

/** The largest message that Teams posts, in bytes. */
const teamsBytes = 28 * 1024;

/** Returns whether Teams posts a message: it counts the bytes of its JSON, escaped as a JSON string. */
export const fitsTeams = (payload: unknown) => Buffer.byteLength(JSON.stringify(JSON.stringify(payload))) <= teamsBytes;

export const teamsPayload = z.looseObject({
  type: z.literal('message'),
  attachments: z
    .array(z.looseObject({ contentType: z.literal('application/vnd.microsoft.card.adaptive'), content: card }))
    .length(1),
});

/** A line as displayed in a channel, in runs of plain, bold or linked text. */
export type ShownLine = { kind: 'title' | 'line' | 'item'; runs: { text: string; href?: string; isBold?: boolean }[] };

export function slackLines({ blocks }: z.output<typeof slackPayload>): ShownLine[] {
  return blocks.flatMap((each): ShownLine[] => {
    if (each.type === 'header') return [{ kind: 'title', runs: [{ text: each.text.text }] }];
    if (each.type === 'section') return [{ kind: 'line', runs: [{ text: each.text.text }] }];
    if (each.type === 'divider') return [];
    return each.elements.flatMap((part): ShownLine[] =>
      part.type === 'rich_text_section'
        ? [{ kind: 'line', runs: part.elements.map(slackRun) }]
        : part.elements.map(({ elements }) => ({ kind: 'item', runs: elements.map(slackRun) })),
    );
  });
}

function slackRun(element: z.output<typeof richElement>) {
  const isBold = element.style?.bold === true;
  return element.type === 'text'
    ? { text: element.text, isBold }
    : { text: element.text ?? element.url, href: element.url, isBold };
}

export function teamsLines({ attachments }: z.output<typeof teamsPayload>): ShownLine[] {
  return attachments.flatMap(({ content: { body, actions } }): ShownLine[] => [
    ...body.map(({ inlines }): ShownLine => {
      const isTitle = inlines.every((run) => run.size === 'Large');
      const runs = inlines.map((run) => ({
        text: run.text,
        isBold: run.weight === 'Bolder',
        ...(run.selectAction && { href: run.selectAction.url }),
      }));
      return { kind: isTitle ? 'title' : 'line', runs };
    }),
    { kind: 'line', runs: actions.map(({ title, url }) => ({ text: `[${title}] `, href: url })) },
  ]);
}
