import * as z from 'zod';
import { renderAccountMail } from './account-mail.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

const kind = z.enum(['totp', 'passkey']);
const person = { name: z.string() };

export const factorChangedData = z.discriminatedUnion('change', [
  z.object({ ...person, change: z.literal('added'), kind }),
  z.object({ ...person, change: z.literal('removed'), kind }),
  z.object({ ...person, change: z.literal('recovery-code-used'), left: z.number().int() }),
  z.object({ ...person, change: z.literal('codes-renewed') }),
  z.object({ ...person, change: z.literal('reset') }),
]);
type FactorChanged = z.infer<typeof factorChangedData>;

const KINDS = { totp: 'An authenticator app', passkey: 'A passkey' } as const;

/** Sent with every change to the second factors of an account, and when one of its recovery codes was used. */
export async function renderFactorChanged(data: FactorChanged, settings: MailSettings): Promise<RenderedMail> {
  const { subject, line } = wordsOf(data);
  return await renderAccountMail(
    {
      subject,
      name: data.name,
      lines: [
        line,
        `If it was you, there is nothing to do. If not, set a new password at ${settings.publicUrl}/forgot-password, which signs everybody out, and write to us.`,
      ],
      action: { text: 'See your account', href: `${settings.publicUrl}/app/settings#factors` },
      why: 'You receive this mail because this is the address of a Foreword account.',
    },
    settings,
  );
}

function wordsOf(data: FactorChanged): { subject: string; line: string } {
  switch (data.change) {
    case 'added':
      return {
        subject: 'Second factor added',
        line: `${KINDS[data.kind]} was added to your Foreword account as a second factor.`,
      };
    case 'removed':
      return {
        subject: 'Second factor removed',
        line: `${KINDS[data.kind]} was removed from your Foreword account. It is no second factor any more.`,
      };
    case 'recovery-code-used':
      return {
        subject: 'Recovery code used',
        line: `One of the recovery codes of your Foreword account was used. ${leftText(data.left)}`,
      };
    case 'codes-renewed':
      return {
        subject: 'New recovery codes',
        line: 'New recovery codes were made for your Foreword account. The old ones do not work any more.',
      };
    default:
      return {
        subject: 'Second factors removed',
        line: 'We were asked to remove the second factors of your Foreword account, and did. You are signed out everywhere; please sign in and set one up again.',
      };
  }
}

function leftText(left: number): string {
  if (left === 0) return 'None is left: make new ones in your settings.';
  return left === 1 ? 'One is left.' : `${left} are left.`;
}
