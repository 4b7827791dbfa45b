import { createElement as h } from 'react';
import {
  accountFooter,
  button,
  heading,
  link,
  type MailSettings,
  paragraph,
  type RenderedMail,
  renderMail,
} from './layout.ts';
import { inert, wrap } from './plain-text.ts';

/** The form that all mails about an account share: a greeting, what happened, one thing to do. */
export async function renderAccountMail(
  mail: {
    subject: string;
    name: string;
    lines: string[];
    action: { text: string; href: string };
    why: string;
    /** The way out of mails of this kind, where there is one. */
    leave?: { text: string; href: string };
  },
  settings: MailSettings,
): Promise<RenderedMail> {
  const greeting = mail.name.trim() === '' ? 'Hello,' : `Hello ${inert(mail.name)},`;
  const footer = accountFooter(settings, mail.why);
  const [first = '', ...rest] = mail.lines;
  return await renderMail({
    subject: mail.subject,
    preheader: first,
    body: h(
      'div',
      null,
      heading(mail.subject),
      paragraph(greeting),
      paragraph(first),
      h('div', { style: { margin: '4px 0 16px' } }, button(mail.action.href, mail.action.text)),
      ...rest.map((line) => paragraph(line)),
    ),
    footer: mail.leave ? h('span', null, footer.node, ' ', link(mail.leave.href, mail.leave.text)) : footer.node,
    text: [
      wrap(greeting),
      wrap(first),
      `${mail.action.text}:\n${mail.action.href}`,
      ...rest.map((line) => wrap(line)),
      [`--\n${wrap(footer.text)}`, ...(mail.leave ? [`${mail.leave.text}:\n${mail.leave.href}`] : []), ''].join('\n'),
    ].join('\n\n'),
  });
}
