import type { Activity } from '#contract/admin.ts';

/** What an action of the log is called, and the word that leads on to the address it was done to. */
const deeds: Record<string, { what: string; link: string; gone?: string }> = {
  'whitelist.added': { what: 'whitelisted', link: '' },
  'whitelist.removed': { what: 'took off the whitelist', link: '' },
  'objection.added': { what: 'listed', link: '', gone: 'somebody who is not to be researched' },
  'objection.removed': { what: 'took off the list', link: '', gone: 'somebody who was not to be researched' },
  'objection.confirmed': { what: 'asked', link: 'as ', gone: 'a guest not to be researched' },
  'role.granted': { what: 'granted a role', link: 'to ' },
  'role.revoked': { what: 'took a role', link: 'from ' },
  'sign-in.refused': { what: 'was refused a sign-in', link: 'as ', gone: 'an address without an account' },
  'sign-in.password': { what: 'signed in', link: 'as ' },
  'sign-in.google': { what: 'signed in with Google', link: 'as ' },
  'sign-in.admin': { what: 'signed in to the administration', link: 'as ' },
  'provider.joined': { what: 'joined Google to the account', link: '' },
  'sessions.revoked': { what: 'signed out everywhere', link: 'as ' },
  'sessions.one_revoked': { what: 'signed out another browser', link: 'as ' },
  'sessions.others_revoked': { what: 'signed out everywhere else', link: 'as ' },
  'email.verified': { what: 'verified the address', link: '' },
  'email.change_requested': { what: 'asked for another address', link: 'for ' },
  'email.change_refused': { what: 'was refused another address', link: 'for ' },
  'email.change_stopped': { what: 'stopped a change of address', link: 'of ' },
  'email.changed': { what: 'changed the address', link: 'to ' },
  'password.reset': { what: 'set a new password', link: 'for ' },
  'token.created': { what: 'made an access token', link: 'as ' },
  'token.create_refused': { what: 'was not let make an access token', link: 'as ' },
  'token.revoked': { what: 'revoked an access token', link: 'as ' },
  'share.created': { what: 'shared a briefing by a link', link: 'as ' },
  'share.ended': { what: 'ended the link to a briefing', link: 'as ' },
  'channel.set': { what: 'set the address of a channel', link: 'as ' },
  'channel.set_refused': { what: 'was refused a new address of a channel', link: 'as ' },
  'channel.changed': { what: 'changed a channel', link: 'as ' },
  'channel.deleted': { what: 'deleted a channel', link: 'as ' },
  'webhook.created': { what: 'added a webhook', link: 'as ' },
  'webhook.create_refused': { what: 'was refused a new webhook', link: 'as ' },
  'webhook.deleted': { what: 'deleted a webhook', link: 'as ' },
  'factor.added': { what: 'added a second factor', link: 'to ' },
  'factor.add_refused': { what: 'was refused a new second factor', link: 'for ' },
  'factor.removed': { what: 'removed a second factor', link: 'from ' },
  'factor.refused': { what: 'gave a wrong second factor', link: 'for ' },
  'factors.reset': { what: 'removed all second factors', link: 'from ' },
  'recovery-code.used': { what: 'used a recovery code', link: 'of ' },
  'recovery-codes.renewed': { what: 'made new recovery codes', link: 'for ' },
  'account.exported': { what: 'exported the data', link: 'of ' },
  'account.deletion_requested': { what: 'closed the account', link: 'of ' },
  'account.deleted': { what: 'deleted the account', link: 'of ' },
};

/** Addresses are gone from the log with their account or entry. */
const gone = 'an address that is gone';

export type ActivityWords = {
  who: string;
  what: string;
  /** To whom: an address or words for one; null where it was the actor's own account. */
  about: string | null;
};

/** An entry of the log as a sentence in three parts: `Dana Reyes`, `granted a role to`, `robin@harborline.test`. */
export function activityText({ actor, action, subjectEmail }: Omit<Activity, 'id' | 'at'>): ActivityWords {
  const who = actor === null ? 'Somebody' : actor.name || actor.email;
  const deed = deeds[action];
  if (!deed) return { who, what: `(${action})`, about: subjectEmail };
  if (actor !== null && actor.email === subjectEmail) return { who, what: deed.what, about: null };
  return { who, what: `${deed.what} ${deed.link}`.trim(), about: subjectEmail ?? deed.gone ?? gone };
}
