import { Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import { hashToken } from '#api/commands/queue-account-mail.ts';
import type { ApiContext } from '#api/context.ts';
import { verifyEmail } from '#api/contract/auth.ts';
import { badRequest } from '#api/errors.ts';
import { answer, readQuery } from '#api/http.ts';
import { findAuthToken, useAuthToken } from '#db/queries/auth-tokens.ts';
import { findUser, updateEmailVerified } from '#db/queries/users.ts';
import { initialCompanyDomain } from '#domain/company-domain.ts';

const purpose = 'verify_email';

/** A link that was followed before succeeds again: mail programs and second clicks open links twice. */
export function verifyRoute(context: ApiContext): Router {
  return Router().get(verifyEmail.path, async (request, response) => {
    const tokenHash = hashToken(readQuery(verifyEmail, request).token);
    await context.pool.transaction(async (transaction) => {
      const used = await useAuthToken(transaction, { purpose, tokenHash });
      if (!used) {
        const earlier = await findAuthToken(transaction, { purpose, tokenHash });
        const user = earlier?.usedAt ? await findUser(transaction, earlier.userId) : null;
        if (user?.emailVerifiedAt && user.email === earlier?.email) return;
        throw badRequest('Invalid verification link. It may have expired.');
      }
      const { userId, email } = used;
      const user = await updateEmailVerified(transaction, {
        userId,
        email,
        companyDomain: initialCompanyDomain(email),
      });
      if (!user) throw badRequest('Invalid verification link. The address was changed since.');
      await audit(transaction, request, {
        actorUserId: userId,
        action: 'email.verified',
        subject: userSubject(userId),
      });
    });
    answer(response, verifyEmail, { message: 'Your email address is verified. You can sign in now.' });
  });
}
