import { type Guard, guardsOf } from './guard.ts';

const FACTORS = 'tests/security/factors.test.ts';

/** The second factor. */
export const factorGuards: Guard[] = [
  ...guardsOf(47, 'tests/db/factor-journal.test.ts', {
    'the journal does not miss concurrent changes to factors': {
      file: 'db/queries/factors.ts',
      text: 'await lockAndFindUser(transaction, userId);',
      test: 'attack 47: the later of two concurrent factor changes journals both',
    },
  }),
  ...guardsOf(37, FACTORS, {
    'a recovery code is kept if a reset completes first': {
      file: 'api/commands/check-factor.ts',
      text: 'if (owner?.accessVersion !== user.accessVersion) throw signInAgain();',
      without: 'void [owner, signInAgain];',
      test: 'attack 37a: does not use up a recovery code if a concurrent password reset completes first',
    },
  }),
  ...guardsOf(51, FACTORS, {
    'a sign-in waits for the second factor': {
      file: 'api/sign-in.ts',
      text: 'if (methods.length > 0) {',
      without: 'if (methods.length > 9) {',
      test: 'attack 51: creates its session only after the factor is verified',
    },
    "an authenticator app's code works once": {
      file: 'db/queries/totp-factors.ts',
      text: ' and last_period < ${period}',
      test: 'attack 51: accepts a code once, even concurrently',
    },
    'a recovery code works once': {
      file: 'db/queries/recovery-codes.ts',
      text: 'and code_hash = ${sql.binary(codeHash)} and used_at is null',
      without: 'and code_hash = ${sql.binary(codeHash)}',
      test: 'attack 51: accepts a recovery code once, notifies the owner, and never stores plain secrets',
    },
    'attempts at codes are limited': {
      file: 'api/commands/check-factor.ts',
      text: 'const attempt = await countFactorTry(context, request, account, { isAppCode: appCodeOf(given) !== null });',
      without: 'const attempt = { undo: async () => void account };',
      test: 'attack 51: even correct codes are refused in unknown browsers after three wrong ones',
    },
    'a pending sign-in ends with every change of access': {
      file: 'api/routes/auth/factor.ts',
      text: ' || user.accessVersion !== accessVersion) throw',
      without: ') throw',
      test: 'attack 51: is void, without using up a code, if a reset completes first',
    },
    'a password reset keeps the second factor': {
      file: 'db/queries/ways-in.ts',
      text: "password_reset: { password: true, sessions: 'all', providers: true,",
      without: "password_reset: { password: true, sessions: 'all', providers: true, factors: true,",
      test: 'attack 51: still waits for the factor after a password reset',
    },
    'a session alone cannot add a factor': {
      file: 'api/commands/require-owner.ts',
      text: 'await requireOwner(context, request, access, proof);',
      without: 'void proof;',
      test: 'attack 51: requires the password 15 minutes after sign-in',
    },
    'the first factor ends sessions opened without it': {
      file: 'api/commands/add-factor.ts',
      text: "await endWaysIn(transaction, 'factor_added', { userId, sessionId });",
      without: '0;',
      test: 'attack 51: ends every other session',
    },
    'an app is confirmed only if its secret generated the code': {
      file: 'db/queries/totp-factors.ts',
      text: ' and secret = ${secret}',
      test: 'attack 51: is confirmed only with a code from its latest secret',
    },
    'a change of access ends the setup of an app': {
      file: 'db/queries/ways-in.ts',
      text: 'await endPendingTotp(transaction, userId);',
      test: 'attack 51: is not confirmed with a secret that was shown to a thief before the owner reset the password',
    },
    'a restore ends the setup of all apps': {
      file: 'db/queries/ways-in.ts',
      text: 'await endPendingTotp(transaction, null);',
      test: 'attack 51: is not confirmed with a secret that was shown to a thief before the owner was signed out by a restore',
    },
    'a session that has ended cannot add an app': {
      file: 'api/routes/users/factors/totp.ts',
      text: 'await lockOpenSession(transaction, caller);',
      test: 'attack 51: is not added by a session that a concurrent request ends first',
    },
    'sensitive actions require a recent factor': {
      file: 'api/middleware/require-fresh-factor.ts',
      text: 'if (methods.length > 0) throw factorRequired(methods);',
      without: 'if (methods.length > 0) return true;',
      test: 'attack 51: can export the data only within ten minutes',
    },
    'an address change requires a recent factor': {
      file: 'api/routes/users/profile.ts',
      text: 'if (isMove) await checkFreshFactor(context, access);',
      test: 'attack 51: can change the address only within ten minutes',
    },
    'closing the account requires a recent factor': {
      file: 'api/routes/users/account.ts',
      text: ', (context) => [requireFreshFactor(context)]',
      test: 'attack 51: can close the account only within ten minutes',
    },
    'a sign-in with a second factor is logged too': {
      file: 'api/routes/auth/factor.ts',
      text: 'await auditOwn(context.pool, request, { userId, action });',
      test: 'attack 51: creates its session only after the factor is verified',
    },
    'admin changes require a recent factor': {
      file: 'api/middleware/require-admin.ts',
      text: "if (request.method !== 'GET') await checkFreshFactor(context, access);",
      test: 'attack 51: can make admin changes only within ten minutes of verifying the factor',
    },
    'admins need a second factor': {
      file: 'api/middleware/require-admin.ts',
      text: 'if (isFactorRequired(context.config, access.role)) await requireFactor(context, access);',
      test: 'attack 51: the role admin does not get admin access',
    },
    'a known browser has its own limit of codes': {
      file: 'api/account-cap.ts',
      text: 'countAccountTry(context, request, { account, key: factorKey(account.userId) })',
      without: 'countAccountTry(context, request, { account: null, key: factorKey(account.userId) })',
      test: "attack 51: the owner's browser still confirms its session, with a limit of its own",
    },
    'the first factor forgets browsers known without it': {
      file: 'api/known-browser.ts',
      text: 'if (Number(version) !== accessVersion) return null;',
      test: 'attack 51: a browser known before the first factor',
    },
    'the browser that adds the first factor stays known': {
      file: 'api/commands/add-factor.ts',
      text: 'if (accessVersion !== null) keepBrowser(context, request, access, accessVersion, { isFactorGiven: true });',
      test: "attack 51: the owner's browser still confirms its session",
    },
    'a reset clears the wrong codes': {
      file: 'api/account-cap.ts',
      text: '[email, factorKey(userId)].flatMap(',
      without: '[email].flatMap(',
      test: 'attack 51: a completed reset lets the owner in from any browser',
    },
    'unknown browsers have a limit of app codes over a day': {
      file: 'api/account-cap.ts',
      text: "if ('refusal' in recent || !isLongLimited) return recent;",
      without: "if ('refusal' in recent || isLongLimited !== null) return recent;",
      test: "attack 51: a day's wrong app codes are limited",
    },
    'a browser known without the factor has that limit too': {
      file: 'api/account-cap.ts',
      text: '!findKnownBrowser(context, request, account)?.isFactorGiven',
      without: '!findKnownBrowser(context, request, account)',
      test: "attack 51: a day's wrong app codes are limited even if the password is reset",
    },
    "a reset does not clear a day's wrong app codes": {
      file: 'api/account-cap.ts',
      text: 'await redis.del(counters);',
      without: 'await redis.del([...counters, counterOf(appCodeKey(userId))]);',
      test: "attack 51: a day's wrong app codes are limited even if the password is reset",
    },
    'a sign-in with the factor lifts that limit in its browser': {
      file: 'api/sessions.ts',
      text: '{ userId, accessVersion }, { isFactorGiven })',
      without: '{ userId, accessVersion }, { isFactorGiven: false })',
      test: "attack 51: using up a day's app codes does not lock out a browser where the factor was verified",
    },
    'adding the first factor lifts that limit in its browser': {
      file: 'api/commands/add-factor.ts',
      text: ', { isFactorGiven: true }',
      test: "attack 51: a day's wrong app codes are limited only in unknown browsers",
    },
    'confirming a session with the factor lifts that limit in its browser': {
      file: 'api/routes/auth/factor.ts',
      text: 'if (request.res) rememberBrowser(context, request.res, access, { isFactorGiven: true });',
      test: 'attack 51: confirming a session with the factor marks the browser as one where it was verified',
    },
    'that limit stays lifted in a browser that completes a reset': {
      file: 'api/known-browser.ts',
      text: 'known?.isFactorGiven ?? false',
      without: 'known === undefined',
      test: "attack 51: using up a day's app codes does not lock out a browser where the factor was verified",
    },
    'the owner is notified of repeated wrong codes': {
      file: 'api/commands/check-factor.ts',
      text: 'if (refusals >= REPORTED_REFUSALS) await queueFactorRefusedMail(transaction, user);',
      without: 'void [refusals, REPORTED_REFUSALS, queueFactorRefusedMail];',
      test: "attack 51: a day's wrong app codes are limited",
    },
  }),
  ...guardsOf(51, 'tests/security/passkeys.test.ts', {
    "a passkey's challenge works once": {
      file: 'api/passkeys.ts',
      text: 'return await redis.getDel(',
      without: 'return await redis.get(',
      test: 'attack 51: a passkey signs in, and its response works once',
    },
    "a passkey's challenge is bound to its session": {
      file: 'api/passkeys.ts',
      text: '`passkey-challenge:${purpose}:${sessionKey}`',
      without: '`passkey-challenge:${purpose}:${sessionKey && 0}`',
      test: "attack 51: a passkey's response works only in the session that asked for it",
    },
    "a passkey's counter must increase": {
      file: 'db/queries/passkeys.ts',
      text: ' and (counter < ${counter} or counter = 0)',
      test: 'attack 51: a copied passkey is refused if its counter does not increase',
    },
    'adding a passkey requires a recent factor': {
      file: 'api/routes/users/factors/passkeys/verify.ts',
      text: 'await checkFreshFactor(context, caller);',
      test: 'attack 51: another passkey can be added only within ten minutes',
    },
  }),
  ...guardsOf(52, FACTORS, {
    'the owner is notified of changes to factors': {
      file: 'api/commands/add-factor.ts',
      text: "await queueFactorMail(transaction, user, { change: 'added', kind });",
      test: 'attack 51: ends every other session and notifies the owner',
    },
  }),
];
