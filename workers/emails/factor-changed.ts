import * as z from 'zod';
import type { Say } from '#workers/words/say.ts';
import { accountMail, addresseeFields } from './account-layout.tsx';

const kind = z.enum(['totp', 'passkey']);

const factorChanged = z.discriminatedUnion('change', [
  z.object({ ...addresseeFields, change: z.literal('added'), kind }),
  z.object({ ...addresseeFields, change: z.literal('removed'), kind }),
  z.object({ ...addresseeFields, change: z.literal('recovery-code-used'), left: z.number().int() }),
  z.object({ ...addresseeFields, change: z.literal('codes-renewed') }),
  z.object({ ...addresseeFields, change: z.literal('refused') }),
  z.object({ ...addresseeFields, change: z.literal('reset') }),
]);
type FactorChanged = z.infer<typeof factorChanged>;

/**
 * Renders the email sent on every change to an account's second factors, when a recovery code is used and after several
 * wrong factors.
 */
export const renderFactorChanged = accountMail(factorChanged, (data, { publicUrl, say }) => {
  const { subject, line } = wordsOf(data, say);
  return {
    subject,
    lines: [line, say('factorIfNot', { url: `${publicUrl}/forgot-password` })],
    action: { text: say('factorAction'), href: `${publicUrl}/app/settings#factors` },
    why: say('whyOwner'),
  };
});

function wordsOf(data: FactorChanged, say: Say): { subject: string; line: string } {
  switch (data.change) {
    case 'added':
      return {
        subject: say('factorAddedSubject'),
        line: say(data.kind === 'totp' ? 'factorAddedApp' : 'factorAddedPasskey'),
      };
    case 'removed':
      return {
        subject: say('factorRemovedSubject'),
        line: say(data.kind === 'totp' ? 'factorRemovedApp' : 'factorRemovedPasskey'),
      };
    case 'recovery-code-used':
      return { subject: say('codeUsedSubject'), line: say('codeUsedTold', { count: data.left }) };
    case 'codes-renewed':
      return { subject: say('codesRenewedSubject'), line: say('codesRenewedTold') };
    case 'refused':
      return { subject: say('factorRefusedSubject'), line: say('factorRefusedTold') };
    default:
      return { subject: say('factorsResetSubject'), line: say('factorsResetTold') };
  }
}
