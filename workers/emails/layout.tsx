import { render } from '@react-email/render';
import type { CSSProperties, ReactNode } from 'react';
import type { MailedContent } from '#domain/report-statements.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { MessageKey } from '#workers/words/en.ts';
import type { Say } from '#workers/words/say.ts';
import type { MailReader } from './reader.ts';

export type MailSettings = Pick<WorkerContext['settings'], 'publicUrl' | 'supportEmail'> & { reader: MailReader };
/** Settings for recurring emails; `unsubscribeUrl` stops them without a sign-in. */
export type EndableMailSettings = MailSettings & { unsubscribeUrl: string };
export type RenderedMail = {
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  /** The content shown for each briefed meeting, by the meeting's id. */
  told?: Record<string, MailedContent>;
};

export const SERIF = 'Georgia, "Times New Roman", serif';
export const SANS = '-apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

export const COLORS = {
  page: '#fbfaf7',
  ink: '#1c1812',
  ink2: '#4c4741',
  ink3: '#67625c',
  line: '#e1dfda',
  link: '#1e49b7',
  button: '#211c16',
  onButton: '#fcfcf9',
  note: '#fff1d1',
} as const;

// Inline styles are the light theme; classes carry the dark theme's overrides.
const DARK_THEME = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#171512!important}
.ink,.ink td,.ink h1,.ink h2{color:#f2f0ec!important}
.ink2{color:#c0bdb7!important}
.ink3{color:#9d9992!important}
.link{color:#91b2ff!important}
.line{border-color:#2c2a26!important}
.button{background-color:#f2f0ec!important}
.button a{color:#171512!important}
.quiet{background-color:#171512!important}
.quiet a{color:#f2f0ec!important}
.note{background-color:#3a290b!important;color:#f2f0ec!important}
}
@media (max-width:480px){.column{padding-left:16px!important;padding-right:16px!important}.read{font-size:14px!important;line-height:20px!important}}
`;

/**
 * Returns the unsubscribe headers (RFC 8058) with the URL that mail clients post to. No mailto address: some clients
 * prefer it, and nothing would read the emails.
 */
export function unsubscribeHeaders(unsubscribeUrl: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

type StopAddresses = { settings: string; reader: MailReader; unsubscribe: string };

/** Links to end or change recurring emails. */
export function StopLinks({ settings, reader, unsubscribe }: StopAddresses) {
  return (
    <>
      <MailLink href={settings}>{reader.say('changeOrStop')}</MailLink>
      {' · '}
      <MailLink href={unsubscribe}>{reader.say('unsubscribe')}</MailLink>
    </>
  );
}

/** Renders the links of `StopLinks` as text. */
export function stopText({ settings, reader, unsubscribe }: StopAddresses): string {
  return labelledLinks(
    [
      ['changeOrStop', settings],
      ['unsubscribe', unsubscribe],
    ],
    reader.say,
  );
}

/** Renders links as text, each on a line after its label. */
export function labelledLinks(links: readonly (readonly [label: MessageKey, href: string])[], say: Say): string {
  return links.map(([label, href]) => say('labelled', { label: say(label), value: href })).join('\n');
}

/** Renders an email in the shared frame: one 560 px column, a preheader, both themes, no remote content. */
export async function renderMail(mail: {
  reader: Pick<MailReader, 'tag'>;
  subject: string;
  preheader: string;
  body: ReactNode;
  footer: ReactNode;
  text: string;
  headers?: Record<string, string>;
}): Promise<RenderedMail> {
  const html = await render(
    <html lang={mail.reader.tag} dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>{mail.subject}</title>
        {/* As text, React would escape the CSS. */}
        <style dangerouslySetInnerHTML={{ __html: DARK_THEME }} />
      </head>
      <body className="page" style={{ backgroundColor: COLORS.page, margin: 0, padding: 0 }}>
        <Preheader>{mail.preheader}</Preheader>
        <div className="page" style={{ backgroundColor: COLORS.page }}>
          <Column footer={mail.footer}>{mail.body}</Column>
        </div>
      </body>
    </html>,
  );
  return { subject: mail.subject, html, text: mail.text, headers: mail.headers ?? {} };
}

/** Shown by inboxes next to the subject; the filler keeps the rest of the email out of that line. */
function Preheader({ children }: { children: string }) {
  const style = { display: 'none', maxHeight: 0, maxWidth: 0, overflow: 'hidden', opacity: 0, lineHeight: '1px' };
  return (
    <div style={style}>
      {children}
      {'\u00a0\u200c'.repeat(80)}
    </div>
  );
}

function Column({ children, footer }: { children: ReactNode; footer: ReactNode }) {
  const line = { borderTop: `1px solid ${COLORS.line}`, marginTop: 14, paddingTop: 10 };
  return (
    <table align="center" width="100%" className="ink" role="presentation" {...NO_GAPS} style={COLUMN}>
      <tbody>
        <tr>
          <td className="column" style={COLUMN_CELL}>
            {children}
            <div className="line ink3" style={{ ...STYLES.small, ...line, fontSize: 12, lineHeight: '17px' }}>
              {footer}
            </div>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const COLUMN = {
  maxWidth: 560,
  // Keeps an unbreakable line from widening the column.
  tableLayout: 'fixed',
  color: COLORS.ink,
  fontFamily: SANS,
} as const;
// Classic Outlook keeps padding only on cells.
const COLUMN_CELL = { padding: '16px 24px 24px' };
const NO_GAPS = { border: 0, cellPadding: 0, cellSpacing: 0 };

export const STYLES = {
  text: { fontSize: 15, lineHeight: '23px', margin: '0 0 12px' },
  small: { fontSize: 13, lineHeight: '18px', color: COLORS.ink3 },
  link: { color: COLORS.link, textDecoration: 'underline' },
  heading: { fontFamily: SERIF, fontSize: 24, lineHeight: '29px', fontWeight: 500, margin: '0 0 6px' },
} as const satisfies Record<string, CSSProperties>;

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={STYLES.text}>
      {children}
    </p>
  );
}

export function Heading({ children }: { children: string }) {
  return (
    <h1 className="ink" style={STYLES.heading}>
      {children}
    </h1>
  );
}

/** `href` must be one of our pages, a research source, a document of the invitation or the meeting's join link. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" className="link" style={STYLES.link}>
      {children}
    </a>
  );
}

/**
 * Puts buttons side by side after `lead`; they wrap where the window is too narrow. Each is a table cell, because
 * classic Outlook ignores the layout of links.
 */
export function Buttons({ lead, children }: { lead?: string; children: ReactNode }) {
  return (
    <Row>
      {lead !== undefined && <Cell style={LEAD}>{lead}</Cell>}
      {children}
    </Row>
  );
}

/** Must be inside `Buttons`. */
export function Button({ href, quiet = false, children }: { href: string; quiet?: boolean; children: string }) {
  const border = `1px solid ${quiet ? COLORS.line : COLORS.button}`;
  const backgroundColor = quiet ? COLORS.page : COLORS.button;
  return (
    <Cell style={{ padding: '4px 8px 4px 0' }}>
      <Row>
        <td className={quiet ? 'quiet line' : 'button'} style={{ ...BUTTON_CELL, border, backgroundColor }}>
          <a href={href} target="_blank" style={{ ...BUTTON_LINK, color: quiet ? COLORS.ink : COLORS.onButton }}>
            {children}
          </a>
        </td>
      </Row>
    </Cell>
  );
}

function Row({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" {...NO_GAPS}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}

/** A cell that wraps like a word where the client allows it. */
function Cell({ style, children }: { style: CSSProperties; children: ReactNode }) {
  return <td style={{ display: 'inline-block', verticalAlign: 'middle', ...style }}>{children}</td>;
}

// Not every client lets tables inherit fonts.
const LEAD = { fontFamily: SANS, fontSize: 15, lineHeight: '23px', paddingRight: 12 };
const BUTTON_PADDING = '11px 18px';
// Padding of the link, so that the whole button is clickable. Classic Outlook takes it from the cell.
const BUTTON_CELL = { borderRadius: 8, msoPaddingAlt: BUTTON_PADDING };
const BUTTON_LINK = {
  display: 'block',
  padding: BUTTON_PADDING,
  fontFamily: SANS,
  fontSize: 15,
  lineHeight: '20px',
  fontWeight: 600,
  textDecoration: 'none',
} as const;
