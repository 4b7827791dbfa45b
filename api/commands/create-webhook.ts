import { randomBytes, randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { auditOwn } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { conflict, invalid } from '#api/errors.ts';
import { lockOpenSession } from '#api/sessions.ts';
import type { WebhookEvent } from '#contract/outgoing-webhooks.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { insertOutgoingWebhook, listOutgoingWebhooks, webhookOwner } from '#db/queries/outgoing-webhooks.ts';
import { isPublicHost, whyNotWebhookUrl } from '#providers/webhooks/public-address.ts';
import { queueNotice } from './queue-account-mail.ts';
import { requireFactorOrOwner } from './require-owner.ts';

const MOST_WEBHOOKS = 10;
/** The column's limit; normalization may make the URL longer than typed. */
const LONGEST_URL = 2000;

type Wish = { url: string; events: readonly WebhookEvent[]; currentPassword?: string | undefined };

/**
 * Adds a webhook, emails the owner, and returns its secret, which cannot be read again.
 *
 * @throws 400 if the URL is not public, 403 without proof of ownership, 409 if there are too many or one already
 *   exists for this URL
 */
export async function createWebhook(
  context: ApiContext,
  request: Request,
  access: AccessRow,
  { url, events, currentPassword }: Wish,
): Promise<{ id: string; secret: string }> {
  const rules = { isLoopbackAllowed: context.config.environment !== 'production' };
  const fault = whyNotWebhookUrl(url, rules);
  if (fault !== null) throw invalid({ url: fault });
  // Normalized, as it will be requested.
  const { href, host } = new URL(url);
  if (href.length > LONGEST_URL) throw invalid({ url: 'The URL is too long' });
  await requireFactorOrOwner(context, request, access, { purpose: 'webhook', currentPassword });
  const { userId } = access;
  refuseMore(await listOutgoingWebhooks(context.pool, userId), href);
  // Checked last, so that only those who may add webhooks can probe private names. Each delivery checks again.
  if ((await isPublicHost(url, rules)) === false) {
    throw invalid({ url: 'The URL must be reachable from the public internet' });
  }
  const id = randomUUID();
  // In the format of Standard Webhooks: 24 to 64 bytes in base64.
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await context.pool.transaction(async (transaction) => {
    const user = await lockOpenSession(transaction, access);
    refuseMore(await listOutgoingWebhooks(transaction, userId), href);
    const envelope = context.encryption.encrypt(secret, webhookOwner(id));
    await insertOutgoingWebhook(transaction, { id, userId, url: href, events, secret: envelope });
    const data = { change: 'webhook-added', host } as const;
    await queueNotice(transaction, user, { kind: 'tool-access', occasion: id, data });
    await auditOwn(transaction, request, { userId, action: 'webhook.created', details: { webhookId: id } });
  });
  return { id, secret };
}

function refuseMore(held: readonly { url: string }[], url: string): void {
  if (held.length >= MOST_WEBHOOKS) {
    throw conflict(`You’ve reached the limit of ${MOST_WEBHOOKS} webhooks. Delete one to add another.`);
  }
  // Otherwise, every event would be sent there twice, signed with two secrets.
  if (held.some((each) => each.url === url)) throw conflict('You already have a webhook for this URL.');
}
