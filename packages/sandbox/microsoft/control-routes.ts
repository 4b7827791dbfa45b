import type { Router } from 'express';
import * as z from 'zod';
import { findAccount, putAccount } from '#sandbox/microsoft/accounts.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { notifyLifecycle } from '#sandbox/microsoft/graph/notifications.ts';
import { ianaZone, windowsZone } from '#sandbox/microsoft/graph/time.ts';
import { issueAccessToken, revokeGrant } from '#sandbox/microsoft/identity/grants.ts';
import { type Account, emptyState, type Subscription } from '#sandbox/microsoft/state.ts';

const accountBody = z.strictObject({
  email: z.email(),
  name: z.string().min(1),
  /** Windows or IANA name. */
  timeZone: z
    .string()
    .refine((name) => ianaZone(name) !== undefined, 'no such time zone')
    .transform(windowsZone)
    .optional(),
});
const emailBody = z.strictObject({ email: z.email() });
const lifecycleBody = z.strictObject({
  subscriptionId: z.string(),
  event: z.enum(['reauthorizationRequired', 'subscriptionRemoved', 'missed']),
});
const coopBody = z.strictObject({ isEnforced: z.boolean() });
const deltaBody = z.strictObject({ occurrences: z.enum(['bare', 'full']) });

/**
 * Adds Microsoft's own controls, beyond those in docs/running.md: `POST grants/revoke {email}` revokes access,
 * `grants/expire {email}` expires the access tokens, `grants/expire-replaced {email}` expires the refresh tokens
 * replaced by newer ones, `POST delta-tokens/expire` expires every delta token (410), `POST delta {occurrences}` sets
 * how delta returns a series, `POST coop {isEnforced}` cuts popups off from their openers, and `GET subscriptions` lists
 * all subscriptions.
 */
export function addControls(own: Router, context: MicrosoftContext): void {
  own.post('/accounts', (req, res) => {
    const account = putAccount(context, accountBody.parse(req.body));
    context.save();
    res.json(shown(account));
  });

  own.get('/accounts', (_req, res) => {
    res.json({ accounts: context.state.accounts.map(shown) });
  });

  own.post('/token', (req, res) => {
    const { oid } = requireKnown(context, req.body);
    const token = issueAccessToken(context, oid, ['openid', 'profile', 'email', 'User.Read', 'Calendars.ReadWrite']);
    context.save();
    res.json({ access_token: token });
  });

  own.post('/grants/revoke', (req, res) => {
    const { oid } = requireKnown(context, req.body);
    const revoked = revokeGrant(context, oid);
    for (const subscription of context.state.subscriptions.filter((open) => open.oid === oid))
      remove(context, subscription);
    context.save();
    res.json({ revoked });
  });

  own.post('/grants/expire', (req, res) => {
    const { oid } = requireKnown(context, req.body);
    res.json({
      expired: expire(
        context,
        context.state.accessTokens.filter((token) => token.oid === oid),
      ),
    });
  });

  own.post('/grants/expire-replaced', (req, res) => {
    const { oid } = requireKnown(context, req.body);
    const replaced = context.state.refreshTokens.filter((token) => token.oid === oid && token.replaced);
    res.json({ expired: expire(context, replaced) });
  });

  own.post('/delta-tokens/expire', (_req, res) => {
    context.state.epoch = emptyState(context.state.signingKey).epoch;
    context.save();
    res.json({ expired: true });
  });

  own.post('/delta', (req, res) => {
    context.deltaOccurrences = deltaBody.parse(req.body).occurrences;
    res.json({ occurrences: context.deltaOccurrences });
  });

  own.post('/coop', (req, res) => {
    context.coopEnforcement = coopBody.parse(req.body).isEnforced;
    res.json({ isEnforced: context.coopEnforcement });
  });

  own.get('/subscriptions', (_req, res) => {
    res.json({ subscriptions: context.state.subscriptions });
  });

  own.post('/lifecycle', (req, res) => {
    const { subscriptionId, event } = lifecycleBody.parse(req.body);
    const subscription = context.state.subscriptions.find(({ id }) => id === subscriptionId);
    if (!subscription) throw notThere(`no subscription ${subscriptionId}`);
    const sent =
      event === 'subscriptionRemoved' ? remove(context, subscription) : notifyLifecycle(context, subscription, event);
    context.save();
    res.json({ sent });
  });
}

/** Ends a subscription as Microsoft would. Returns false if it has no address for lifecycle notifications. */
function remove(context: MicrosoftContext, subscription: Subscription): boolean {
  context.state.subscriptions = context.state.subscriptions.filter((other) => other !== subscription);
  return notifyLifecycle(context, subscription, 'subscriptionRemoved');
}

function expire(context: MicrosoftContext, tokens: { expiresAtMs: number }[]): number {
  const live = tokens.filter(({ expiresAtMs }) => expiresAtMs > Date.now());
  for (const token of live) token.expiresAtMs = Date.now();
  context.save();
  return live.length;
}

function shown({ email, name, oid, tenantId, timeZone }: Account) {
  return { email, name, id: oid, tenantId, timeZone };
}

function requireKnown(context: MicrosoftContext, body: unknown): Account {
  const { email } = emailBody.parse(body);
  const account = findAccount(context, email);
  if (!account) throw notThere(`no account ${email}; create it with POST /_control/accounts`);
  return account;
}

function notThere(message: string): Error {
  return Object.assign(new Error(message), { status: 404 });
}
