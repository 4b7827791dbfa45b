import type { Activity } from '#contract/admin.ts';

/** Each logged action's wording, the word that links it to the address concerned, and words for a missing address. */
const deeds: Record<string, { what: string; link: string; gone?: string }> = {
  'whitelist.added': { what: 'whitelisted', link: '' },
  'whitelist.removed': { what: 'removed the whitelist entry', link: 'for ' },
  'objection.added': { what: 'added an objection', link: 'for ', gone: 'a guest' },
  'objection.removed': { what: 'removed the objection', link: 'for ', gone: 'a guest' },
  'objection.confirmed': { what: 'objected to being researched', link: 'as ', gone: 'a guest' },
  'role.granted': { what: 'granted a role', link: 'to ' },
  'role.revoked': { what: 'revoked a role', link: 'from ' },
  'sign-in.refused': { what: 'failed to sign in', link: 'as ', gone: 'an address without an account' },
  'sign-in.password': { what: 'signed in', link: 'as ' },
  'sign-in.google': { what: 'signed in with Google', link: 'as ' },
  'sign-in.admin': { what: 'signed in to the admin area', link: 'as ' },
  'provider.joined': { what: 'linked Google to the account', link: '' },
  'sessions.revoked': { what: 'signed out everywhere', link: 'as ' },
  'sessions.one_revoked': { what: 'signed out another browser', link: 'as ' },
  'sessions.others_revoked': { what: 'signed out everywhere else', link: 'as ' },
  'email.verified': { what: 'verified the address', link: '' },
  'email.change_requested': { what: 'requested an address change', link: 'for ' },
  'email.change_refused': { what: 'was denied an address change', link: 'for ' },
  'email.change_stopped': { what: 'cancelled an address change', link: 'for ' },
  'email.change_contested': { what: 'contested an address change', link: 'for ' },
  'email.change_undone': { what: 'undid an address change', link: 'for ' },
  'email.changed': { what: 'changed the address', link: 'to ' },
  'password.reset': { what: 'set a new password', link: 'for ' },
  'token.created': { what: 'created an access token', link: 'as ' },
  'token.create_refused': { what: 'was denied an access token', link: 'as ' },
  'token.revoked': { what: 'revoked an access token', link: 'as ' },
  'share.created': { what: 'created a link to a briefing', link: 'as ' },
  'share.ended': { what: 'revoked a link to a briefing', link: 'as ' },
  'channel.set': { what: 'set a channel’s URL', link: 'as ' },
  'channel.set_refused': { what: 'was denied a new channel URL', link: 'as ' },
  'channel.changed': { what: 'changed a channel', link: 'as ' },
  'channel.deleted': { what: 'deleted a channel', link: 'as ' },
  'webhook.created': { what: 'added a webhook', link: 'as ' },
  'webhook.create_refused': { what: 'was denied a webhook', link: 'as ' },
  'webhook.deleted': { what: 'deleted a webhook', link: 'as ' },
  'factor.added': { what: 'added a second factor', link: 'to ' },
  'factor.add_refused': { what: 'was denied a second factor', link: 'for ' },
  'factor.removed': { what: 'removed a second factor', link: 'from ' },
  'factor.refused': { what: 'entered a wrong second factor', link: 'for ' },
  'factors.reset': { what: 'removed all second factors', link: 'from ' },
  'recovery-code.used': { what: 'used a recovery code', link: 'for ' },
  'recovery-codes.renewed': { what: 'created new recovery codes', link: 'for ' },
  'journal.set_aside': {
    what: 'marked a change from before a restore as done',
    link: 'for ',
    gone: 'a record other than an account',
  },
  'account.locked': { what: 'locked the account', link: 'of ' },
  'account.unlocked': { what: 'unlocked the account', link: 'of ' },
  'account.exported': { what: 'exported the data', link: 'of ' },
  'account.deletion_requested': { what: 'closed the account', link: 'of ' },
  'account.deleted': { what: 'deleted the account', link: 'of ' },
};

/** Deleting an account or an entry removes its address from the log. */
const gone = 'a deleted address';

export type ActivityWords = {
  who: string;
  what: string;
  /** The address concerned, or words for it; null for the actor's own account. */
  about: string | null;
};

/** A log entry as a sentence in three parts: `Dana Reyes`, `granted a role to`, `robin@harborline.test`. */
export function activityText({ actor, action, subjectEmail }: Omit<Activity, 'id' | 'at'>): ActivityWords {
  const who = actor === null ? 'Someone' : actor.name || actor.email;
  const deed = deeds[action];
  if (!deed) return { who, what: `(${action})`, about: subjectEmail };
  if (actor !== null && actor.email === subjectEmail) return { who, what: deed.what, about: null };
  return { who, what: `${deed.what} ${deed.link}`.trim(), about: subjectEmail ?? deed.gone ?? gone };
}
