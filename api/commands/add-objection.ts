import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { audit, addressSubject as auditSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest, conflict } from '#api/errors.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { insertJournalEntry, JOURNAL } from '#db/queries/journal-entries.ts';
import { insertObjection, type ObjectionKind, type ObjectionRow } from '#db/queries/objections.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { companyDomainOf } from '#domain/company-domain.ts';
import { addressSubject, domainSubject } from '#domain/objection.ts';
import { isRegistrable } from '#domain/registrable-domain.ts';
import { withoutTag } from '#domain/without-tag.ts';

/**
 * Adds an address or domain to the list of objections on behalf of an admin. Takes effect immediately.
 *
 * @throws 400 for a domain that is not a company's, 409 if already listed
 */
export async function addObjection(
  context: ApiContext,
  request: Request,
  { email, domain, reason }: { email?: string | undefined; domain?: string | undefined; reason?: string | undefined },
): Promise<{ objection: ObjectionRow; text: string }> {
  const { userId } = currentUser(request);
  const { kind, text, subject } = email === undefined ? ofDomain(domain ?? '') : ofAddress(email);
  const id = randomUUID();
  return await context.pool.transaction(async (transaction) => {
    const objection = await insertObjection(transaction, {
      id,
      kind,
      subjects: context.encryption.hashes(subject),
      listed: context.encryption.encrypt(text, `objection:${id}`),
      reason: reason || null,
      listedBy: userId,
    });
    if (!objection) throw conflict('This address or domain is already on the list.');
    await audit(transaction, request, {
      actorUserId: userId,
      action: 'objection.added',
      subject: auditSubject(context, text),
      details: { objectionId: objection.id, kind },
    });
    await insertJournalEntry(transaction, {
      kind: 'objection-listed',
      objectionId: objection.id,
      about: kind,
      listed: context.encryption.encrypt(text, JOURNAL),
    });
    await insertOutboxMessages(transaction, [{ workflow: 'objection', objectionId: objection.id }]);
    return { objection, text };
  });
}

type Listed = { kind: ObjectionKind; text: string; subject: string };

function ofAddress(email: string): Listed {
  return { kind: 'address', text: withoutTag(email), subject: addressSubject(email) };
}

function ofDomain(given: string): Listed {
  if (!isRegistrable(given)) throw badRequest('Please enter the domain of a single company.');
  const domain = companyDomainOf(given);
  if (domain === null)
    throw badRequest(`Anyone can get an address at ${given}. Please add the person’s address instead.`);
  return { kind: 'domain', text: domain, subject: domainSubject(domain) };
}
