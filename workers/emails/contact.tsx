import * as z from 'zod';
import { inquiryType } from '#contract/contact.ts';
import { cutText } from '#domain/cut-text.ts';
import { Heading, type MailSettings, Paragraph, type RenderedMail, renderMail } from './layout.tsx';
import { inert, wrap } from './plain-text.ts';

export const contactData = z.object({
  name: z.string().nullable(),
  // Used in a header, so only a single plain address is accepted.
  email: z.email(),
  phone: z.string(),
  inquiryType,
  message: z.string(),
});

/** Renders an inquiry from the contact page for our staff. Replies go to the visitor. */
export async function renderContact(
  { name, email, phone, inquiryType, message }: z.infer<typeof contactData>,
  { publicUrl, reader }: MailSettings,
): Promise<RenderedMail> {
  const subject = `${inquiryType === 'sales' ? 'Sales' : 'Support'} inquiry from ${inert(name ?? email)}`;
  const facts = [...(name === null ? [] : [`Name: ${inert(name)}`]), `Email: ${email}`, `Phone: ${inert(phone)}`];
  const lines = message.split('\n').map(inert);
  const footer = `Foreword. Sent from the contact page of ${publicUrl}. Reply within 24 hours.`;
  return await renderMail({
    reader,
    subject,
    preheader: cutText(lines.join(' '), 120),
    body: (
      <>
        <Heading>{subject}</Heading>
        {facts.map((fact) => (
          <Paragraph key={fact}>{fact}</Paragraph>
        ))}
        {lines.map((line, index) => (
          <Paragraph key={`${index} ${line}`}>{line === '' ? '\u00a0' : line}</Paragraph>
        ))}
      </>
    ),
    footer,
    text: [
      facts.map((fact) => wrap(fact)).join('\n'),
      lines.map((line) => wrap(line)).join('\n'),
      `--\n${wrap(footer)}\n`,
    ].join('\n\n'),
    headers: { 'Reply-To': email },
  });
}
