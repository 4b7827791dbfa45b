import * as z from 'zod';
import { JOURNAL_DAYS } from '#contract/limits.ts';
import type { Say } from '#workers/words/say.ts';
import { type AccountContent, addresseeFields, renderAccountLayout } from './account-layout.tsx';
import type { MailSettings, RenderedMail } from './layout.tsx';

const accountData = z.object(addresseeFields);

type Kind = keyof typeof CONTENTS;
type Context = Pick<MailSettings, 'publicUrl' | 'supportEmail'> & { say: Say; linkTo: (path: string) => string };
type Content = (context: Context) => AccountContent;

/**
 * Renders an email about access to an account.
 *
 * @param linkTo Returns the URL of a path followed by the email's token.
 */
export async function renderAccountMail(
  kind: Kind,
  data: unknown,
  settings: MailSettings,
  linkTo: (path: string) => string,
): Promise<RenderedMail> {
  const { name, fullName } = accountData.parse(data);
  const { publicUrl, supportEmail, reader } = settings;
  const content = CONTENTS[kind]({ publicUrl, supportEmail, say: reader.say, linkTo });
  return await renderAccountLayout({ name, fullName, ...content }, settings);
}

/** Emails about access to an account. They need only its owner's name. */
const CONTENTS = {
  /** After sign-up, and again on request. */
  'verify-email': ({ say, linkTo }) => ({
    subject: say('verifySubject'),
    lines: [say('verifyAsk'), say('linkOnceADay')],
    action: { text: say('verifyAction'), href: linkTo('/verify-email?token=') },
    why: say('whySignUp'),
  }),
  'reset-password': ({ say, linkTo }) => ({
    subject: say('resetSubject'),
    lines: [say('resetAsk'), say('resetLink'), say('resetIfNot')],
    action: { text: say('resetAction'), href: linkTo('/reset-password/') },
    why: say('whyReset'),
  }),
  /** To the new address; nothing changes until its link is opened. */
  'change-email': ({ say, linkTo }) => ({
    subject: say('changeSubject'),
    lines: [say('changeAsk'), say('changeLink')],
    action: { text: say('changeAction'), href: linkTo('/verify-email?token=') },
    why: say('whyChange'),
  }),
  /** To the current address while a change is pending. Does not reveal the new one. */
  'change-requested': ({ say, linkTo }) => ({
    subject: say('requestedSubject'),
    lines: [say('requestedTold'), say('requestedIfNot')],
    action: { text: say('requestedAction'), href: linkTo('/verify-email?token=') },
    why: say('whyOwner'),
  }),
  /** To an address that signed up but already has an account, so that only its owner learns of the account. */
  'existing-account': ({ say, publicUrl }) => ({
    subject: say('existingSubject'),
    lines: [say('existingTold'), say('existingIfYou', { url: `${publicUrl}/forgot-password` }), say('existingIfNot')],
    action: { text: say('signIn'), href: `${publicUrl}/login` },
    why: say('whyOwner'),
  }),
  'password-changed': ({ say, publicUrl, supportEmail }) => ({
    subject: say('passwordSubject'),
    lines: [say('passwordTold'), say('passwordIfNot', { url: `${publicUrl}/forgot-password`, supportEmail })],
    action: { text: say('signIn'), href: `${publicUrl}/login` },
    why: say('whyOwner'),
  }),
  /** On the first Google sign-in to an account, which revokes its password and all other access. */
  'provider-joined': ({ say, publicUrl, supportEmail }) => ({
    subject: say('joinedSubject'),
    lines: [
      say('joinedTold'),
      say('joinedPassword', { url: `${publicUrl}/forgot-password` }),
      say('joinedIfNot', { supportEmail }),
    ],
    action: { text: say('joinedAction'), href: `${publicUrl}/app` },
    why: say('whyOwner'),
  }),
  /** To the former address, since its owner may not have made the change. Does not reveal the new one. */
  'email-changed': ({ say, publicUrl, supportEmail }) => ({
    subject: say('movedSubject'),
    lines: [say('movedTold'), say('movedIfNot', { supportEmail })],
    action: { text: say('movedAction'), href: `${publicUrl}/app/profile` },
    why: say('whyMoved'),
  }),
  /** To the current address, which may be the owner's or an attacker's. */
  'account-locked': ({ say, publicUrl, supportEmail }) => ({
    subject: say('lockedSubject'),
    lines: [say('lockedTold'), say('lockedAsk', { supportEmail })],
    action: { text: say('lockedAction'), href: `${publicUrl}/contact` },
    why: say('whyOwner'),
  }),
  'account-deleted': ({ say, publicUrl, supportEmail }) => ({
    subject: say('deletedSubject'),
    lines: [say('deletedTold'), say('deletedIfNot', { supportEmail }), say('deletedForgotten', { days: JOURNAL_DAYS })],
    action: { text: 'Foreword', href: publicUrl },
    why: say('whyDeleted'),
  }),
} satisfies Record<string, Content>;
