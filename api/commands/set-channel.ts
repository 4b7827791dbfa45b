import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { auditOwn } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { invalid } from '#api/errors.ts';
import { lockOpenSession } from '#api/sessions.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { channelOwner, deleteChannel, insertChannel, updateChannel } from '#db/queries/channels.ts';
import { channelHint, whyNotChannelAddress } from '#domain/channel-address.ts';
import type { ChannelKind } from '#domain/enumerations.ts';
import { queueNotice } from './queue-account-mail.ts';
import { requireFactorOrOwner } from './require-owner.ts';

type Wish = {
  kind: ChannelKind;
  url?: string | undefined;
  enabled: boolean;
  insteadOfMail: boolean;
  currentPassword?: string | undefined;
};

/**
 * Sets or changes a channel for briefings. A new URL replaces the previous one, and the owner is emailed about it.
 *
 * @throws 400 if the URL is missing or not the vendor's, 403 without proof of ownership
 */
export async function setChannel(
  context: ApiContext,
  request: Request,
  access: AccessRow,
  { kind, url, enabled, insteadOfMail: replacesMail, currentPassword }: Wish,
): Promise<void> {
  const { userId, sessionId } = access;
  const entry = { userId, details: { channel: kind } };
  if (url === undefined) {
    await context.pool.transaction(async (transaction) => {
      if (!(await updateChannel(transaction, { userId, kind, enabled, replacesMail })))
        throw invalid({ url: 'Please enter a URL' });
      await auditOwn(transaction, request, { ...entry, action: 'channel.changed' });
    });
    return;
  }
  const fault = whyNotChannelAddress(kind, url, context.config.messagesUrl);
  if (fault !== null) throw invalid({ url: fault });
  await requireFactorOrOwner(context, request, access, { purpose: 'channel', currentPassword });
  const { href } = new URL(url);
  const id = randomUUID();
  await context.pool.transaction(async (transaction) => {
    const user = await lockOpenSession(transaction, access);
    await deleteChannel(transaction, { userId, kind });
    const address = context.encryption.encrypt(href, channelOwner(id));
    const hint = channelHint(href);
    await insertChannel(transaction, { id, userId, kind, sessionId, address, hint, enabled, replacesMail });
    const data = { change: 'channel-set', channel: kind } as const;
    await queueNotice(transaction, user, { kind: 'tool-access', occasion: id, data });
    await auditOwn(transaction, request, { ...entry, action: 'channel.set' });
  });
}
