import * as z from 'zod';
import type { Say } from '#workers/words/say.ts';
import {
  Button,
  Buttons,
  Heading,
  MailLink,
  type MailSettings,
  Paragraph,
  type RenderedMail,
  renderMail,
} from './layout.tsx';
import { inert, wrap } from './plain-text.ts';

/** The person the email greets. `fullName` is missing from emails queued by older builds. */
export const addresseeFields = { name: z.string(), fullName: z.string().optional() };
type Addressee = { name: string; fullName?: string | undefined };

export type AccountContent = {
  subject: string;
  lines: string[];
  action: { text: string; href: string };
  why: string;
  /** The unsubscribe link, if any. */
  leave?: { text: string; href: string };
};

type Context = MailSettings & { say: Say };

/**
 * Returns a function that renders an email in the account layout from its row's `data`, and throws a ZodError if the
 * data does not fit the schema.
 */
export function accountMail<Data extends Addressee>(
  schema: z.ZodType<Data>,
  contentOf: (data: Data, context: Context) => AccountContent,
) {
  return async (row: unknown, settings: MailSettings): Promise<RenderedMail> => {
    const data = schema.parse(row);
    const content = contentOf(data, { ...settings, say: settings.reader.say });
    return await renderAccountLayout({ name: data.name, fullName: data.fullName, ...content }, settings);
  };
}

/** Renders an email in the layout of all account emails: a greeting, what happened, one thing to do. */
export async function renderAccountLayout(
  mail: Addressee & AccountContent,
  { supportEmail, reader }: MailSettings,
): Promise<RenderedMail> {
  const { say } = reader;
  const name = reader.isAddressedInFull ? (mail.fullName ?? mail.name) : mail.name;
  const greeting = name.trim() === '' ? say('greetingNobody') : say('greeting', { name: inert(name) });
  const footer = say('accountFooter', { why: mail.why, supportEmail });
  const [first = '', ...rest] = mail.lines;
  return await renderMail({
    reader,
    subject: mail.subject,
    preheader: first,
    body: (
      <>
        <Heading>{mail.subject}</Heading>
        <Paragraph>{greeting}</Paragraph>
        <Paragraph>{first}</Paragraph>
        <div style={{ margin: '4px 0 16px' }}>
          <Buttons>
            <Button href={mail.action.href}>{mail.action.text}</Button>
          </Buttons>
        </div>
        {rest.map((line) => (
          <Paragraph key={line}>{line}</Paragraph>
        ))}
      </>
    ),
    footer: mail.leave ? (
      <>
        {footer} <MailLink href={mail.leave.href}>{mail.leave.text}</MailLink>
      </>
    ) : (
      footer
    ),
    text: [
      wrap(greeting),
      wrap(first),
      `${say('label', { label: mail.action.text })}\n${mail.action.href}`,
      ...rest.map((line) => wrap(line)),
      [
        `--\n${wrap(footer)}`,
        ...(mail.leave ? [`${say('label', { label: mail.leave.text })}\n${mail.leave.href}`] : []),
        '',
      ].join('\n'),
    ].join('\n\n'),
  });
}
