import type { User } from '@microsoft/microsoft-graph-types';
import { Router } from 'express';
import { subjectOf } from '#sandbox/microsoft/accounts.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { requireAccount } from '#sandbox/microsoft/graph/access.ts';
import { answerEntity } from '#sandbox/microsoft/graph/odata.ts';
import { admits } from '#sandbox/microsoft/scopes.ts';
import type { Account } from '#sandbox/microsoft/state.ts';

/** Serves the signed-in user. */
export function meRoutes(context: MicrosoftContext): Router {
  const router = Router();
  router.get('/me', (req, res) => {
    res.json(answerEntity(req, 'users/$entity', user(requireAccount(context, req, admits.readProfile))));
  });
  return router;
}

/** Serves the OpenID Connect user info that Graph offers in addition to its API. */
export function userInfoRoutes(context: MicrosoftContext): Router {
  const router = Router();
  router.all('/oidc/userinfo', (req, res) => {
    const account = requireAccount(context, req, ['openid']);
    const { name, email } = account;
    const { givenName, surname } = namesOf(name);
    res.json({ sub: subjectOf(account), name, given_name: givenName, family_name: surname, email });
  });
  return router;
}

function user({ oid, name, email }: Account): User {
  return {
    businessPhones: [],
    displayName: name,
    ...namesOf(name),
    jobTitle: null,
    mail: email,
    mobilePhone: null,
    officeLocation: null,
    preferredLanguage: 'en-US',
    userPrincipalName: email,
    id: oid,
  };
}

function namesOf(name: string): { givenName: string; surname: string | null } {
  const [givenName = name, ...rest] = name.split(' ');
  return { givenName, surname: rest.join(' ') || null };
}
