import { type Guard, guardsOf } from './guard.ts';

const CALLBACK = 'tests/api/routes/auth/callback/google.test.ts';
const CONNECT = 'tests/api/routes/users/calendar/connect.test.ts';
const LIMITS = 'tests/security/rate-limits.test.ts';
const SESSIONS = 'tests/security/sessions.test.ts';
const RESET = 'tests/api/routes/auth/reset-password.test.ts';
const CANNON = 'tests/security/mail-cannon.test.ts';
const RECOVERY = 'tests/security/account-recovery.test.ts';

/** Signing in, sessions and account recovery. */
export const accountGuards: Guard[] = [
  ...guardsOf(5, 'tests/api/routes/auth/sign-up/email.test.ts', {
    'a sign-up does not change an existing account': {
      file: 'db/queries/users.ts',
      text: 'on conflict (email) do nothing',
      without: 'on conflict (email) do update set password_hash = excluded.password_hash',
      test: 'attack 5: responds identically for a taken address, keeps its password and notifies the owner',
    },
    'following a link does not confirm the password of the first sign-up': {
      file: 'api/commands/confirm-email.ts',
      text: '{ userId, email, passwordHash }',
      without: '{ userId, email }',
      test: 'attack 5: accepts only the password chosen in the browser that followed the link (own link)',
    },
    "a stranger's link does not confirm the stranger's password in the owner's browser": {
      file: 'db/queries/auth-tokens.ts',
      text: 'where browser = ${browserHash ? sql.binary(browserHash) : null}::bytea',
      without: 'where ${browserHash ? sql.binary(browserHash) : null}::bytea is not null',
      test: 'attack 5: accepts only the password chosen in the browser that followed the link (later link)',
    },
    'a browser that never signed up does not confirm any of several sign-ups': {
      file: 'db/queries/auth-tokens.ts',
      text: 'or (select count(distinct browser) from sign_ups) = 1',
      without: 'or (select count(distinct browser) from sign_ups) > 0',
      test: 'attack 5: refuses all passwords if a link is followed in a browser that never signed up',
    },
    'an unverified account keeps all its sign-ups': {
      file: 'db/queries/upkeep.ts',
      text: ' and not (${isPendingSignUp})',
      test: "attack 5: refuses the squatter's password after old links were deleted, if the owner signed up first",
    },
  }),
  ...guardsOf(6, CALLBACK, {
    'Google is not linked to an account with an unverified address': {
      file: 'api/commands/sign-in-with-grant.ts',
      text: 'if (!local.emailVerifiedAt) {',
      without: 'if (local.disabledAt) {',
      test: 'attack 6: refuses to link a local account with an unverified address',
    },
    'accounts are keyed by issuer and subject': {
      file: 'api/commands/sign-in-with-grant.ts',
      text: "if (known) return known.disabledAt ? { refusal: 'account_disabled' } : { user: known, isJoined: false };",
      without: 'void known;',
      test: 'attack 6: finds the account by issuer and subject',
    },
    'Google is not linked by an address it never verified': {
      file: 'api/commands/sign-in-with-grant.ts',
      text: "if (!account.emailVerified) return { refusal: 'address_unverified' };",
      test: 'attack 6: refuses an address that Google has not verified',
    },
  }),
  ...guardsOf(7, 'tests/security/enumeration.test.ts', {
    'a password is hashed even for an unknown address': {
      file: 'api/routes/auth/sign-in/email.ts',
      text: 'const isRight = await verifyPassword(password, user?.passwordHash ?? null).catch(',
      without:
        'const isRight = await (user ? verifyPassword(password, user.passwordHash) : Promise.resolve(false)).catch(',
      test: 'attack 7: on sign-in',
    },
    'a request for an email takes the same time whether or not one is sent': {
      file: 'api/constant-time.ts',
      text: 'Math.max(FLOOR_MS, typicalMs, tookMs) - tookMs',
      without: '0',
      test: 'attack 7: on forget-password',
    },
  }),
  ...guardsOf(8, LIMITS, {
    'sign-ins are limited by address': {
      file: 'api/routes.ts',
      text: "router.post('/auth/sign-in/email', signInLimit);",
      test: 'attack 8: the fourth attempt in 10 seconds is refused with 429 and Retry-After',
    },
    "an ended session does not count towards its user's limit": {
      file: 'api/middleware/rate-limit.ts',
      text: 'if (!access) return addressKey(request);',
      without: 'if (!access) return request.session.userId ? `user:${request.session.userId}` : addressKey(request);',
      test: "attack 8: an ended session does not use up its user's limit",
    },
    'an IPv6 /56 counts as one address': {
      file: 'api/middleware/rate-limit.ts',
      text: "ipKeyGenerator(request.ip ?? '', ipv6Prefix)",
      without: "(request.ip ?? '')",
      test: 'attack 8: spoofed forwarded addresses count as one caller, as do all addresses of an IPv6 /56',
    },
    'forwarded addresses are trusted from our own proxies only': {
      file: 'api/app.ts',
      text: "app.set('trust proxy', config.trustProxy);",
      without: "app.set('trust proxy', true);",
      test: 'attack 8: forwarded addresses are ignored without a trusted proxy',
    },
    'wrong passwords are limited per account': {
      file: 'api/account-cap.ts',
      text: 'if (tries > limit.max) {',
      without: 'if (tries < 0) {',
      test: 'attack 8: an account is allowed 10 wrong passwords in 15 minutes from all IP addresses together',
    },
    'a known browser has its own limit': {
      file: 'api/account-cap.ts',
      text: 'const browser = account && findKnownBrowser(context, request, account);',
      without: 'const browser = null;',
      test: "attack 8: the owner's browser still signs in, and has a limit of its own",
    },
    'a browser is known to one account': {
      file: 'api/known-browser.ts',
      text: 'const ownerOf = (userId: string) => `known-browser:${userId}`;',
      without: "const ownerOf = (userId: string) => (userId ? 'known-browser' : '');",
      test: "attack 8: the owner's browser still signs in, and has a limit of its own",
    },
    'a reset clears the count of wrong passwords': {
      file: 'api/routes/auth/reset-password.ts',
      text: 'await clearTries(context, { userId, email });',
      test: 'attack 8: a reset unlocks sign-in everywhere',
    },
    'the browser that completes a reset becomes known': {
      file: 'api/routes/auth/reset-password.ts',
      text: 'rememberLinkBrowser(context, request, { ...owner, userId: owner.id }, accessVersion);',
      test: 'attack 8: a reset unlocks sign-in everywhere',
    },
    'a browser is known for 90 days': {
      file: 'api/known-browser.ts',
      text: 'if (Number(issuedAt) <= Date.now() - DAYS * DAY_MS) return null;',
      test: 'attack 8: a browser is forgotten 90 days after its last use',
    },
    'signing out everywhere forgets all browsers': {
      file: 'api/known-browser.ts',
      text: 'if (Number(version) !== accessVersion) return null;',
      test: 'attack 8: a browser is forgotten when its user signs out everywhere',
    },
    'a reset forgets all earlier browsers': {
      file: 'api/known-browser.ts',
      text: 'if (Number(version) !== accessVersion) return null;',
      test: 'attack 8: a browser is forgotten when the password is reset',
    },
    'ending another session keeps the current browser known': {
      file: 'api/routes/users/sessions/id.ts',
      text: 'if (sessionId !== caller.sessionId) keepBrowser(context, request, caller, accessVersion);',
      test: 'attack 8: other browsers are forgotten when a browser ends one other session',
    },
    'ending all other sessions keeps the current browser known': {
      file: 'api/routes/auth/revoke-other-sessions.ts',
      text: 'keepBrowser(context, request, caller, accessVersion);',
      test: 'attack 8: other browsers are forgotten when a browser ends all other sessions',
    },
    'all known browsers share a limit': {
      file: 'api/account-cap.ts',
      text: "if ('refusal' in shared) {",
      without: 'if (false) {',
      test: 'attack 8: all known browsers share a limit of 30 wrong passwords',
    },
    'an attempt that the shared limit refuses does not count for its browser': {
      file: 'api/account-cap.ts',
      text: "await own.undo(); // refused because of other browsers' attempts",
      test: "attack 8: attempts refused because of other known browsers do not use up the owner's own limit",
    },
    'a reset clears the shared limit of known browsers': {
      file: 'api/account-cap.ts',
      text: '[counterOf(key), counterOf(sharedKey(key))]',
      without: '[counterOf(key)]',
      test: 'attack 8: all known browsers share a limit of 30 wrong passwords',
    },
  }),
  ...guardsOf(9, 'tests/security/enumeration.test.ts', {
    'hashing does not block the event loop': {
      file: 'api/passwords.ts',
      text: 'const derive = promisify(argon2);',
      without:
        "const derive = async (algorithm, options) => (await import('node:crypto')).argon2Sync(algorithm, options);",
      test: 'attack 9: 100 concurrent sign-ins do not block /health or pages',
    },
    'hashing leaves threads for other work': {
      file: 'api/passwords.ts',
      text: 'const MAX_PARALLEL = Math.max(1, Math.min(2, availableParallelism() - 1));',
      without: 'const MAX_PARALLEL = 100 * availableParallelism();',
      test: 'attack 9: 100 concurrent sign-ins do not block /health or pages',
    },
    'the queue for hashing is limited': {
      file: 'api/passwords.ts',
      text: 'createTurns(MAX_PARALLEL, MOST_WAITING)',
      without: 'createTurns(MAX_PARALLEL)',
      test: 'attack 9: sign-ins refused with 503 when the queue is full',
    },
    'sign-ups have their own queue for hashing': {
      file: 'api/passwords.ts',
      text: 'inSignUpTurn(() => hashNow(password), { restMs: (tookMs) => 4 * tookMs })',
      without: 'inTurn(() => hashNow(password))',
      test: 'attack 9: sign-ups get 503 when the queue is full, without using up emails or delaying sign-ins',
    },
    'an unchecked password does not count as wrong': {
      file: 'api/routes/auth/sign-in/email.ts',
      text: 'await attempt.undo(); // too many others are waiting',
      test: 'attack 9: sign-ins refused with 503 when the queue is full',
    },
    'a new password is hashed only with a valid link': {
      file: 'api/routes/auth/reset-password.ts',
      text: "if (!link) throw badRequest('Invalid reset link');",
      without: 'if (!link) throw badRequest(await hashPassword(newPassword));',
      test: 'attack 9: a forged reset link does not trigger hashing',
    },
    'a new password is not hashed with an expired link': {
      file: 'api/routes/auth/reset-password.ts',
      text: 'await findOpenAuthToken(pool, { purpose, tokenHash });',
      without: "await (await import('#db/queries/auth-tokens.ts')).findAuthToken(pool, tokenHash);",
      test: 'attack 9: an expired reset link does not trigger hashing',
    },
  }),
  ...guardsOf(10, SESSIONS, {
    'a sign-in creates a new session': {
      file: 'api/sessions.ts',
      text: 'await promisify(request.session.regenerate.bind(request.session))();',
      test: "attack 10: get a new id at sign-in, so a visitor's id is useless",
    },
    'a sign-in ends the previous session': {
      file: 'api/sessions.ts',
      text: 'if (former) await deleteSession(context.pool, former);',
      test: 'attack 10: end when the browser signs in again, even if still in Redis',
    },
  }),
  ...guardsOf(11, SESSIONS, {
    'a sign-out deletes the row that validates the session': {
      file: 'api/sessions.ts',
      text: 'if (sessionId) await deleteSession(context.pool, sessionId);',
      test: 'attack 11: stay ended if a slow request saves them to Redis again',
    },
  }),
  ...guardsOf(12, SESSIONS, {
    'scripts cannot read the cookie': {
      file: 'api/middleware/session.ts',
      text: 'httpOnly: true',
      without: 'httpOnly: false',
      test: 'attack 12: use an HttpOnly, SameSite=Lax cookie and keep the id out of response bodies',
    },
    'the cookie is sent over https only': {
      file: 'api/middleware/session.ts',
      text: 'secure: config.isHttps',
      without: 'secure: false',
      test: 'attack 12: the cookie is __Host-foreword and Secure',
    },
    "another site's form does not send the cookie": {
      file: 'api/middleware/session.ts',
      text: "sameSite: 'lax',",
      without: "sameSite: 'none',",
      test: 'attack 12: use an HttpOnly, SameSite=Lax cookie and keep the id out of response bodies',
    },
    'another host cannot set the cookie': {
      file: 'api/config.ts',
      text: "isHttps ? '__Host-foreword' : ",
      without: "isHttps ? 'foreword' : ",
      test: 'attack 12: the cookie is __Host-foreword and Secure',
    },
  }),
  ...guardsOf(16, CONNECT, {
    'a flow belongs to the session that started it': {
      file: 'api/oauth-flows.ts',
      text: 'const flowsKey = (sessionKey: string) => `oauth-flows:${sessionKey}`;',
      without: "const flowsKey = (sessionKey: string) => 'oauth-flows:'.slice(0, 12 + 0 * sessionKey.length);",
      test: 'attack 16: refuses missing, forged and foreign states and writes nothing',
    },
    'a flow completes once': {
      file: 'api/oauth-flows.ts',
      text: 'const [text, deleted] = await redis.multi().hGet(key, nonce).hDel(key, nonce).execTyped();',
      without: 'const [text, deleted] = [await redis.hGet(key, nonce), 1];',
      test: 'attack 16: completes a flow once, even with a fresh code',
    },
    'a flow expires after ten minutes': {
      file: 'api/oauth-flows.ts',
      text: 'return flow.expiresAt > Date.now() ? flow : null;',
      without: 'return flow;',
      test: 'attack 16: expires a flow after ten minutes',
    },
    'a code works only with its own verifier': {
      file: 'api/oauth-flows.ts',
      text: 'codeVerifier: randomToken(),',
      without: "codeVerifier: 'v'.repeat(43),",
      test: 'attack 16: refuses another flow',
    },
  }),
  ...guardsOf(16, 'tests/api/routes/auth/google.test.ts', {
    'a ticket works only in the browser that received it': {
      file: 'api/oauth-flows.ts',
      text: 'return owner === sessionKey ? content : null;',
      without: 'return content;',
      test: 'attack 16: accepts a ticket once, and only in the browser that received it',
    },
  }),
  ...guardsOf(19, 'tests/api/routes/subscription-offers.test.ts', {
    'a mailbox gets one trial under all its addresses': {
      file: 'db/email-hash.ts',
      text: 'return await hash(mailboxOf(email));',
      without: 'return await hash(email);',
      test: 'attack 19: after a trial of ',
    },
    'trials are looked up by mailbox': {
      file: 'db/email-hash.ts',
      text: 'new Set([mailboxOf(email), withoutTag(email)])',
      without: 'new Set([withoutTag(email)])',
      test: 'attack 19: after a trial of adaduarte@gmail.com, refuses',
    },
  }),
  ...guardsOf(28, RESET, {
    'a link works once': {
      file: 'db/queries/auth-tokens.ts',
      text: 'and purpose = ${purpose} and used_at is null and expires_at > now()',
      without: 'and purpose = ${purpose} and expires_at > now()',
      test: 'attack 28: accepts a link once under concurrent use',
    },
    'a link expires after an hour': {
      file: 'db/queries/auth-tokens.ts',
      text: 'and purpose = ${purpose} and used_at is null and expires_at > now()',
      without: 'and purpose = ${purpose} and used_at is null',
      test: 'attack 28: refuses an expired or unknown link and changes nothing',
    },
    'a new password ends every session': {
      file: 'api/routes/auth/reset-password.ts',
      text: "await endWaysIn(transaction, 'password_reset', { userId });",
      without: '0;',
      test: 'attack 28: sets the new password and ends every session [7.6]',
    },
  }),
  ...guardsOf(36, RECOVERY, {
    'a reset voids every pending link and change': {
      file: 'db/queries/ways-in.ts',
      text: "await endAuthTokens(transaction, userId, stopLinks === 'all' ? undefined : 'stop links');",
      test: 'attack 36: is void after the owner resets the password',
    },
    'the link that stops a change outlives whatever a thief does next': {
      file: 'db/queries/ways-in.ts',
      text: "await endAuthTokens(transaction, userId, stopLinks === 'all' ? undefined : 'stop links');",
      without: 'await endAuthTokens(transaction, userId);',
      test: 'attack 36: can still be undone after a thief signs out everywhere',
    },
    'a confirmed change is undone with the password set since': {
      file: 'db/queries/ways-in.ts',
      text: "change_undone: { password: true, sessions: 'all', providers: true,",
      without: "change_undone: { password: false, sessions: 'all', providers: true,",
      test: 'attack 36: once confirmed, can be undone from the old address',
    },
    'an undone change cannot be redone': {
      file: 'db/queries/ways-in.ts',
      text: "if (stopLinks === 'own and later') await endStopLinks(transaction, userId, 'all');",
      test: 'attack 36: reverts to the earliest address if its link is used before that of a later address',
    },
    'the link of a later address does not end that of an earlier one': {
      file: 'db/queries/auth-tokens.ts',
      text: 'else id > (',
      without: 'else id <> (',
      test: 'attack 36: reverts to the earliest address if its link is used after that of a later address',
    },
    'a recovered account is locked rather than given back': {
      file: 'db/queries/ways-in.ts',
      text: "if (stopLinks === 'contested') await contestStopLinks(transaction, userId);",
      test: 'attack 36: cannot be undone after a thief has reset the password, and trying locks the account',
    },
    'a contested link does not return the account to whoever had the address first': {
      file: 'api/commands/stop-address-change.ts',
      text: 'const isContested = isMoved && link.isContested;',
      without: 'const isContested = false;',
      test: "attack 37a: cannot be undone by an attacker once the new address's owner has reset the password",
    },
    'a contested address does not count as the earliest': {
      file: 'db/queries/auth-tokens.ts',
      text: 'and expires_at > now() and contested_at is null',
      without: 'and expires_at > now()',
      test: "attack 37a: back to an attacker's former address can be undone by the account's new owner",
    },
    'an account that moved back stays at its old address': {
      file: 'db/queries/ways-in.ts',
      text: "if (stopLinks === 'later') await endStopLinks(transaction, userId, 'others');",
      test: 'attack 36: cannot be redone from the interim address',
    },
    'a request that loses to a reset leaves no pending change': {
      file: 'api/commands/update-profile.ts',
      text: 'if (!(await isSessionOpen(transaction, sessionId))) throw unauthorized();',
      test: 'attack 36: is refused if a concurrent reset commits first',
    },
    'an unchanged address never starts a move': {
      file: 'api/routes/users/profile.ts',
      text: 'const changes = isMove ? { ...fields, email } : fields;',
      without: 'const changes = { ...fields, ...(email !== undefined && { email }) };',
      test: 'attack 36: is not started by a concurrent request that still sends the previous address',
    },
    'an address change requires more than a session': {
      file: 'api/routes/users/profile.ts',
      text: "if (isMove) await requireOwner(context, request, access, { purpose: 'address', currentPassword });",
      without: 'void isMove;',
      test: 'attack 36: requires the password 15 minutes after sign-in',
    },
    'wrong passwords for an address change are limited': {
      file: 'api/commands/require-owner.ts',
      text: "if ('refusal' in attempt) throw attempt.refusal;",
      test: 'attack 36: counts wrong passwords like a sign-in',
    },
    'the old address is notified before a change applies': {
      file: 'api/commands/update-profile.ts',
      text: "await queueLinkMail(transaction, encryption, 'change-requested', before);",
      test: 'attack 36: emails the old address a link that stops the change and ends all sessions',
    },
  }),
  ...guardsOf(37, RECOVERY, {
    'a link in another browser waits for confirmation': {
      file: 'db/queries/auth-tokens.ts',
      text: 'and (browser_hash is null or browser_hash is distinct from',
      without: 'and (false and browser_hash is distinct from',
      test: 'attack 37: acts immediately in the browser that signed up, but waits for confirmation elsewhere',
    },
    'linking a provider removes the password': {
      file: 'db/queries/ways-in.ts',
      text: "provider_joined: { password: true, sessions: 'all', providers: true,",
      without: "provider_joined: { password: false, sessions: 'all', providers: true,",
      test: 'attack 37: removes the password, ends earlier sessions and notifies the owner',
    },
    'a sign-in is valid only for the access version it read': {
      file: 'db/queries/sessions.ts',
      text: 'and access_version = ${accessVersion} and disabled_at is null',
      without: 'and ${accessVersion}::integer is not null and disabled_at is null',
      test: 'attack 37a: a sign-in with the old password fails if a reset completes first',
    },
    'two confirmed sign-ups leave no valid password': {
      file: 'api/commands/confirm-email.ts',
      text: 'if (isSecond && (await isOtherSignUpConfirmed(transaction, { userId, tokenId }))) {',
      without: 'if (isSecond && !before) {',
      test: 'attack 37a: invalidates every password if two sign-ups were confirmed',
    },
    "an address verified by Google voids strangers' sign-ups": {
      file: 'api/commands/sign-in-with-grant.ts',
      text: "await endWaysIn(transaction, 'address_claimed', { userId });",
      test: 'attack 37a: when refused for an unverified account, voids its verification link and password',
    },
    'an address that Google vouched for accepts no more sign-ups': {
      file: 'api/commands/sign-in-with-grant.ts',
      text: 'await updateEmailVerified(transaction, { userId, email });',
      test: 'attack 37a: voids sign-ups made after it was refused',
    },
    'a sign-up counts even after its link has ended': {
      file: 'db/queries/auth-tokens.ts',
      text: ' and not (${isPendingSignUp})',
      test: 'attack 37a: invalidates every password if the owner and a stranger signed up before',
    },
    'a sign-up that still counts no longer has a working link': {
      file: 'db/queries/auth-tokens.ts',
      text: 'update auth_tokens set token_hash = uuid_send(gen_random_uuid()) where ${isUnused}',
      without: 'update auth_tokens set token_hash = token_hash where ${isUnused}',
      test: 'attack 37a: invalidates every password if the owner and a stranger signed up before',
    },
    'a reset unlinks earlier identities': {
      file: 'db/queries/ways-in.ts',
      text: "password_reset: { password: true, sessions: 'all', providers: true,",
      without: "password_reset: { password: true, sessions: 'all', providers: false,",
      test: "attack 37a: is undone when the address's owner resets the password",
    },
    'an identity is read again once the account is locked': {
      file: 'api/commands/sign-in-with-grant.ts',
      text: 'return current?.userId === user?.id ? user : null;',
      without: 'return current === undefined ? null : user;',
      test: 'attack 37a: does not sign in to an account if its password reset completes first',
    },
    'an unverified account does not keep its address': {
      file: 'db/move-account.ts',
      text: 'await deleteUnverifiedUser(transaction, { email, heirId: userId });',
      test: "attack 37a: survives a stranger's sign-up with the new address",
    },
  }),
  ...guardsOf(36, 'tests/ops/commands/admin.test.ts', {
    'an address set by an operator voids all links that would undo it': {
      file: 'db/queries/ways-in.ts',
      text: "address_given: { password: true, sessions: 'all', providers: true, stopLinks: 'all' },",
      without: "address_given: { password: true, sessions: 'all', providers: true, stopLinks: 'own and later' },",
      test: 'attack 36: voids every link that stops an address change once an account is unlocked with another address',
    },
    'unlocking always sets the address, which voids all links that would undo it': {
      file: 'ops/commands/admin.ts',
      text: 'await giveAddress(transaction, user, command.newEmail, encryptionKeys);',
      without:
        'if (user.email !== command.newEmail) await giveAddress(transaction, user, command.newEmail, encryptionKeys);',
      test: 'attack 36: voids every link that stops an address change once an account is unlocked with its present address',
    },
    'an unverified account survives being assigned its current address': {
      file: 'db/queries/users.ts',
      text: 'and id <> ${heirId} and',
      without: 'and ${heirId}::uuid is not null and',
      test: 'attack 36: unlocks an unverified account with its current address',
    },
    "deleting a stranger's sign-up keeps the emails of an account that had its address": {
      file: 'db/queries/upkeep.ts',
      text: 'or not exists (select from users where users.id = emails.user_id))',
      without: 'or true)',
      test: 'attack 36: finds a stolen account by its former address even after others used that address',
    },
    'deleting an account keeps the emails of another that had its address': {
      file: 'db/queries/account-deletion.ts',
      text: 'and not exists (select from users where users.id = emails.user_id)',
      without: '',
      test: 'attack 36: finds a stolen account by its former address even after others used that address',
    },
    'the holder of a locked account is notified': {
      file: 'db/lock-account.ts',
      text: "if (notice === 'due') await queueLockedMail(transaction, userId, accessVersion);",
      test: 'attack 36: locks an account and revokes its access',
    },
    'locking an account revokes every way in': {
      file: 'db/lock-account.ts',
      text: "const accessVersion = await endWaysIn(transaction, 'account_locked', { userId });",
      without: 'const accessVersion = 0;',
      test: 'attack 36: locks an account and revokes its access',
    },
    'undoing an address change does not unlock the account': {
      file: 'db/queries/users.ts',
      text: 'set email = ${email}, email_verified_at = now(), updated_at = now()',
      without: 'set email = ${email}, email_verified_at = now(), disabled_at = null, updated_at = now()',
      test: 'attack 36: keeps an account locked when its owner undoes the address change',
    },
  }),
  ...guardsOf(36, 'tests/workers/activities/sending.test.ts', {
    'a locked account still gets notices about access to it': {
      file: 'workers/activities/email.ts',
      text: "(ownerState === 'locked' || isToFormerAddress)",
      without: 'isToFormerAddress',
      test: 'attack 36: sends a locked account',
    },
    'a locked account gets no other email': {
      file: 'workers/activities/email.ts',
      text: 'SECURITY_NOTICES.has(kind) && (',
      without: '(',
      test: 'attack 36: sends a locked account',
    },
    'a former address gets the notice that was queued when the account was closed': {
      file: 'db/queries/emails.ts',
      text: 'and not (to_address <> users.email and kind',
      without: 'and (true or kind',
      test: 'attack 36: notifies the former address of an account that is moved and then closed',
    },
    'a closed account does not keep the notice from its former address': {
      file: 'workers/activities/email.ts',
      text: "(ownerState === 'locked' || isToFormerAddress)",
      without: "ownerState === 'locked'",
      test: 'attack 36: notifies the former address of an account that is moved and then closed',
    },
  }),
  ...guardsOf(30, 'tests/workers/activities/sending.test.ts', {
    'a closed account gets no notice that was queued meanwhile': {
      file: 'workers/activities/email.ts',
      text: "(ownerState === 'locked' || isToFormerAddress)",
      without: 'true',
      test: 'attack 30: sends a closed account only',
    },
  }),
  ...guardsOf(47, 'tests/ops/commands/replay-journal.test.ts', {
    'a restore does not announce a lock again': {
      file: 'ops/commands/replay-journal.ts',
      text: "await lockAccount(transaction, user.id, 'sent');",
      without: "await lockAccount(transaction, user.id, 'due');",
      test: 'attack 47: keeps a locked account locked',
    },
    'a restore does not unlock an account': {
      file: 'db/lock-account.ts',
      text: "await insertJournalEntry(transaction, { kind: 'account-locked', account: hashAccount(userId) });",
      test: 'attack 47: keeps a locked account locked',
    },
  }),
  ...guardsOf(37, 'tests/ops/commands/admin.test.ts', {
    'no role is granted to an address that nobody verified': {
      file: 'ops/commands/admin.ts',
      text: "if (verb === 'grant' && !user.emailVerifiedAt)",
      without: "if (verb === 'grant' && user.disabledAt)",
      test: 'attack 37: refuses to grant a role to an unverified address',
    },
  }),
  ...guardsOf(37, 'tests/e2e/account-forms.test.ts', {
    'in another browser, the page waits for a click': {
      file: 'web/src/routes/verify-email.tsx',
      text: 'link.data?.needsPress === false && !link.data.stopsChange',
      without: 'link.data?.stopsChange === false',
      test: 'attack 37: a verification link opened in another browser needs a click',
    },
  }),
  ...guardsOf(37, RECOVERY, {
    'recovery codes are renewed only by an open session': {
      file: 'api/routes/users/factors/recovery-codes.ts',
      text: 'await lockOpenSession(transaction, caller);',
      without: "(await (await import('#db/queries/users.ts')).lockAndFindUser(transaction, userId))!;",
      test: 'attack 37a: renewing recovery codes fails if a reset completes first',
    },
    'a factor is removed only by an open session': {
      file: 'api/commands/remove-factor.ts',
      text: 'await lockOpenSession(transaction, access);',
      without: "(await (await import('#db/queries/users.ts')).lockAndFindUser(transaction, userId))!;",
      test: 'attack 37a: removing a factor fails if a reset completes first',
    },
    'an account is closed only by an open session': {
      file: 'api/routes/users/account.ts',
      text: 'await lockOpenSession(transaction, caller);',
      test: 'attack 37a: closing the account fails if a reset completes first',
    },
    'a calendar is connected only by an open session': {
      file: 'api/commands/connect-calendar.ts',
      text: 'await lockOpenSession(transaction, request);',
      test: 'attack 37a: connecting a calendar fails if a reset completes first',
    },
    'one session is ended only by an open session': {
      file: 'api/routes/users/sessions/id.ts',
      text: 'await lockOpenSession(transaction, caller);',
      test: 'attack 37a: ending one session fails if a reset completes first',
    },
    'all sessions are ended only by an open session': {
      file: 'api/routes/auth/revoke-sessions.ts',
      text: 'await lockOpenSession(transaction, caller);',
      test: 'attack 37a: signing out everywhere fails if a reset completes first',
    },
    'other sessions are ended only by an open session': {
      file: 'api/routes/auth/revoke-other-sessions.ts',
      text: 'await lockOpenSession(transaction, caller);',
      test: 'attack 37a: signing out everywhere else fails if a reset completes first',
    },
  }),
  ...guardsOf(38, RECOVERY, {
    'a provider is linked only by addresses whose mail it hosts': {
      file: 'api/commands/sign-in-with-grant.ts',
      text: "if (!account.isMailHost) return { refusal: 'address_not_hosted' };",
      test: "attack 38: is refused if Google does not host the address's mail",
    },
  }),
  ...guardsOf(39, CANNON, {
    'emails to a recipient are limited': {
      file: 'api/mail-allowance.ts',
      text: 'if (mails > (hasReserve ? max - reserveOf(max) : max)) return false;',
      without: 'void max;',
      test: 'attack 39: a recipient gets at most 3 emails an hour',
    },
    'all addresses of a mailbox count as one': {
      file: 'api/mail-allowance.ts',
      text: 'const mailbox = mailboxOf(email);',
      without: 'const mailbox = email || mailboxOf(email);',
      test: 'attack 39: a mailbox gets at most 3 emails an hour for all its addresses together',
    },
    'part of the limit is reserved for resets': {
      file: 'api/mail-allowance.ts',
      text: 'return await takeReserve(context, hashOf(mailbox));',
      without: 'return !takeReserve;',
      test: "attack 39: other emails do not use up the owner's password reset",
    },
    'the reserve is held back for an account under another address of the mailbox': {
      file: 'api/mail-allowance.ts',
      text: 'const hasReserve = await hasVerifiedUser(context.pool, mailbox);',
      without: 'const hasReserve = isVerified || !hasVerifiedUser;',
      test: 'attack 39: a mailbox whose accounts (1) all have tagged addresses gets at most 3 emails an hour',
    },
    'the accounts of a mailbox share the reserve': {
      file: 'api/mail-allowance.ts',
      text: 'return await takeReserve(context, hashOf(mailbox));',
      without: 'return await takeReserve(context, hashOf(email));',
      test: 'attack 39: a mailbox whose accounts (3) all have tagged addresses gets at most 3 emails an hour',
    },
    'unverified accounts cannot use the reserve': {
      file: 'api/mail-allowance.ts',
      text: 'const isVerified = account !== null && account.emailVerifiedAt !== null;',
      without: 'const isVerified = account !== null;',
      test: 'attack 39: a mailbox gets at most 3 emails an hour for all its addresses together',
    },
    'the reserve is spread over the day': {
      file: 'api/mail-allowance.ts',
      text: 'return taken !== null;',
      without: 'return taken !== undefined;',
      test: "attack 39: a recipient's daily limit applies in addition to the shorter one",
    },
    "requests that send nothing do not count towards the mailbox's limit": {
      file: 'api/mail-allowance.ts',
      text: 'if (!isDue) return false;',
      test: "attack 39: requests that send nothing do not count towards the mailbox's limit",
    },
    'known browsers have a limit of their own': {
      file: 'api/mail-allowance.ts',
      text: 'const isKnown = findKnownBrowser(context, request, { ...account, userId: account.id }) !== null;',
      without: 'const isKnown = !findKnownBrowser;',
      test: "attack 39: strangers cannot use up the password resets of the owner's browser",
    },
    'recipients per source are limited': {
      file: 'api/mail-allowance.ts',
      text: "if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end",
      test: 'attack 39: one source reaches at most 20 recipients an hour',
    },
    'a refused recipient is never counted as known': {
      file: 'api/mail-allowance.ts',
      text: "if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end",
      without:
        "redis.call('SADD', KEYS[1], ARGV[1]) if redis.call('SCARD', KEYS[1]) > tonumber(ARGV[2]) then return 0 end",
      test: 'attack 39: even concurrent requests do not email recipients beyond',
    },
    'requesting a reset link keeps earlier ones valid': {
      file: 'api/commands/queue-account-mail.ts',
      text: 'expiresInHours: RESET_LINK_HOURS, replacesEarlier: false',
      without: 'expiresInHours: RESET_LINK_HOURS, replacesEarlier: true',
      test: 'attack 39: a reset link stays valid when another is requested',
    },
    'accounts never verified are deleted after 7 days': {
      file: 'db/queries/upkeep.ts',
      text: 'created_at < now() - make_interval(days => ${UNVERIFIED_DAYS})',
      without: 'created_at < now() - make_interval(years => ${UNVERIFIED_DAYS})',
      test: 'attack 39: unverified accounts and their emails are deleted after 7 days, unless',
    },
    'emails to accounts never verified are erased': {
      file: 'db/queries/upkeep.ts',
      text: 'where to_address = any(array(select email from abandoned))',
      without: 'where false',
      test: 'attack 39: unverified accounts and their emails are deleted after 7 days, unless',
    },
    'an account with a valid link is not deleted': {
      file: 'db/queries/upkeep.ts',
      text: 'where auth_tokens.user_id = users.id and auth_tokens.expires_at > now() and',
      without: 'where auth_tokens.user_id = users.id and false and',
      test: 'attack 39: unverified accounts and their emails are deleted after 7 days, unless',
    },
    'an account that is being sent a link is not deleted': {
      file: 'db/queries/upkeep.ts',
      text: ' for update skip locked\n',
      without: '\n',
      test: 'attack 39: an account is not deleted while a new link is being sent to it',
    },
    'a sign-up outlives the deletion of its earlier account': {
      file: 'db/queries/users.ts',
      text: 'if (existing) return { user: existing, isNew: false };',
      without: "return { user: existing ?? { ...user, id: '', disabledAt: new Date() }, isNew: false };",
      test: 'attack 39: a sign-up during the deletion of its earlier account creates a new one',
    },
    'a sign-up beyond the limit counts': {
      file: 'api/commands/register-user.ts',
      text: '    if (!owner.emailVerifiedAt) {',
      without: '    if (!owner.emailVerifiedAt && mayMail) {',
      test: 'attack 39: a sign-up without an email counts only if its browser follows the link',
    },
    'a sign-up beyond the limit sends no mail': {
      file: 'api/commands/queue-account-mail.ts',
      text: 'if (!mayMail) return;',
      test: 'attack 39: a sign-up without an email counts only if its browser follows the link',
    },
  }),
  ...guardsOf(39, 'tests/workflows/upkeep.test.ts', {
    'accounts never verified are deleted in batches': {
      file: 'db/queries/upkeep.ts',
      text: ' limit ${ACCOUNT_BATCH}',
      test: 'attack 39: floods of sign-ups, sessions and addresses in the log are deleted in batches',
    },
    'expired rows are deleted in batches': {
      file: 'db/queries/upkeep.ts',
      text: ' limit ${ROW_BATCH}',
      test: 'attack 39: floods of sign-ups, sessions and addresses in the log are deleted in batches',
    },
    'IP addresses are erased in batches': {
      file: 'db/queries/upkeep.ts',
      text: '(${days}, ${ADDRESS_BATCH})',
      without: '(${days})',
      test: 'attack 39: floods of sign-ups, sessions and addresses in the log are deleted in batches',
    },
  }),
  ...guardsOf(39, 'tests/workflows/delete-expired.test.ts', {
    'a failing step of the daily deletion does not stop the others': {
      file: 'workflows/delete-expired.ts',
      text: 'if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;',
      without: 'throw error;',
      test: 'attack 39: the daily deletion continues',
    },
    'the daily deletion ends before the next': {
      file: 'workflows/delete-expired.ts',
      text: ', maximumAttempts: 8',
      test: 'attack 39: the daily deletion ends',
    },
  }),
];
