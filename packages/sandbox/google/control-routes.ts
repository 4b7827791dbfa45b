import type { Router } from 'express';
import * as z from 'zod';
import { findAccount, putAccount } from '#sandbox/google/accounts.ts';
import { isTimeZone } from '#sandbox/google/calendar/event-time.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { issueAccessToken, revokeGrant } from '#sandbox/google/oauth/grants.ts';
import { allCalendarScopes, canonicalScope } from '#sandbox/google/scopes.ts';
import { type Account, emptyState } from '#sandbox/google/state.ts';

const accountBody = z.strictObject({
  email: z.email(),
  name: z.string().min(1),
  timeZone: z.string().refine(isTimeZone, 'no such time zone').optional(),
  /** False if Google has not verified the address; id_tokens reflect this. */
  emailVerified: z.boolean().optional(),
  /** True if the account isn't in a Workspace, so its tokens lack `hd`. */
  isConsumer: z.boolean().optional(),
});
const emailBody = z.strictObject({ email: z.email() });
const shareBody = z.strictObject({ calendarId: z.string(), email: z.email() });

/**
 * Adds Google's own controls, beyond those in docs/running.md: `POST grants/revoke {email}` revokes access as in the
 * user's Google account, `POST grants/expire {email}` expires the access tokens, `POST sync-tokens/expire` expires
 * every sync token (410), and `POST calendars/share {calendarId, email}` lets an account manage another's calendar.
 */
export function addControls(own: Router, context: GoogleContext): void {
  own.post('/accounts', (req, res) => {
    const { email, sub, name, timeZone } = putAccount(context, accountBody.parse(req.body));
    context.save();
    res.json({ email, name, sub, timeZone });
  });

  own.get('/accounts', (_req, res) => {
    res.json({
      accounts: context.state.accounts.map(({ email, name, sub, timeZone }) => ({ email, name, sub, timeZone })),
    });
  });

  own.post('/token', (req, res) => {
    const account = requireKnown(context, req.body);
    const scopes = ['openid', canonicalScope('email'), canonicalScope('profile'), ...allCalendarScopes];
    const token = issueAccessToken(context, account.sub, scopes, false);
    context.save();
    res.json({ access_token: token });
  });

  own.post('/grants/revoke', (req, res) => {
    res.json({ revoked: revokeGrant(context, requireKnown(context, req.body).sub) });
  });

  own.post('/grants/expire', (req, res) => {
    const { sub } = requireKnown(context, req.body);
    const live = context.state.accessTokens.filter((token) => token.sub === sub && token.expiresAtMs > Date.now());
    for (const token of live) token.expiresAtMs = Date.now();
    context.save();
    res.json({ expired: live.length });
  });

  own.post('/calendars/share', (req, res) => {
    const { calendarId, email } = shareBody.parse(req.body);
    const manager = requireKnown(context, { email });
    const calendar = context.state.calendars.find(({ id }) => id === calendarId);
    if (!calendar) throw Object.assign(new Error(`no calendar ${calendarId}`), { status: 404 });
    calendar.managerSubs.push(manager.sub);
    context.save();
    res.json({ shared: true });
  });

  own.post('/sync-tokens/expire', (_req, res) => {
    context.state.epoch = emptyState(context.state.signingKey).epoch;
    context.save();
    res.json({ expired: true });
  });
}

function requireKnown(context: GoogleContext, body: unknown): Account {
  const { email } = emailBody.parse(body);
  const account = findAccount(context, email);
  if (!account)
    throw Object.assign(new Error(`no account ${email}; create it with POST /_control/accounts`), { status: 404 });
  return account;
}
