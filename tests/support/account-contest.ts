import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { deleteUser } from '#contract/account.ts';
import {
  endSession,
  forgetPassword,
  getSession,
  getVerificationLink,
  listSessions,
  resetPassword,
  revokeOtherSessions,
  revokeSessions,
  sendVerificationEmail,
  signInEmail,
  signUpEmail,
  stopAddressChange,
  verifyEmail,
} from '#contract/auth.ts';
import { addTotp, confirmTotp, giveFactor, removeTotp } from '#contract/factors.ts';
import { updateProfile } from '#contract/users.ts';
import { deleteUser as deleteRows, lockLeavingUser } from '#db/queries/account-deletion.ts';
import { hasFactor } from '#db/queries/factors.ts';
import { sql } from '#db/sql.ts';
import { executeCommand } from '#ops/commands/admin.ts';
import { endSessions } from '#ops/commands/end-sessions.ts';
import type { TestApi } from './api.ts';
import { signInWithGoogle } from './google-sign-in.ts';
import type { HttpClient } from './http-client.ts';
import { totpCode } from './second-factor.ts';

const OWNER_PASSWORD = 'password of the owner';
const ATTACKER_PASSWORD = 'password of the attacker';
const RECOVERED_PASSWORD = 'the owner has it back';

type LinkKind = 'verify-email' | 'change-email' | 'change-requested' | 'reset-password';

export type Contest = Awaited<ReturnType<typeof startContest>>;

/**
 * Sets up an owner and an attacker who compete for one address. The owner reads mail to two addresses, the attacker to
 * a third; both have browsers and Google accounts. Every event goes through the API.
 */
export async function startContest(api: TestApi) {
  const id = randomUUID().slice(0, 13);
  const addresses = {
    owner: `${id}@harborline.test`,
    new: `${id}@newplace.test`,
    attacker: `${id}@mallory.test`,
  };
  const attacker = { browsers: [api.client()], hasPassword: false, hasGoogle: false };
  /** The recovery codes per account, by who set up its authenticator app. */
  const codes = { owner: new Map<string, string[]>(), attacker: new Map<string, string[]>() };
  let owner = api.client();
  /** The accounts the owner signed up for while their address was unverified. */
  const ownSignUps = new Set<string>();
  let deletions = 0;
  const events: string[] = [];
  const note = <Args extends unknown[], T>(name: string, act: (...args: Args) => Promise<T>) => {
    return async (...args: Args): Promise<T> => {
      events.push([name, ...args.filter((arg) => typeof arg === 'string')].join(' '));
      return await act(...args);
    };
  };

  async function tokensTo(address: string, kinds: readonly LinkKind[]): Promise<string[]> {
    const rows = await api.pool.any(sql.type(z.object({ mailKey: z.string(), secret: z.string() }))`
      select mail_key as "mailKey", secret from emails
      where to_address = ${address} and kind = any(${sql.array([...kinds], 'text')}) and secret is not null order by id
    `);
    return rows.map(({ mailKey, secret }) => api.encryption.decrypt(secret, mailKey));
  }

  async function google(client: HttpClient, who: 'owner' | 'attacker'): Promise<void> {
    const email = addresses[who];
    await api.sandbox.control(api.sandbox.google, '/accounts', { email, name: 'Robin Vale' });
    await signInWithGoogle(api, client, email, { tick: [] });
    if (codes[who].size > 0 && (await accountOf(client)) === null) await giveFactorOf(client, who);
  }

  /** Signs in, with the second factor if `who` set it up. Returns true if the client is then signed in. */
  async function enter(client: HttpClient, who: 'owner' | 'attacker', body: { email: string; password: string }) {
    const answer = await client.call(signInEmail, { body });
    if (answer.status === 200) await giveFactorOf(client, who);
    return (await accountOf(client)) !== null;
  }

  async function giveFactorOf(client: HttpClient, who: 'owner' | 'attacker'): Promise<void> {
    for (const left of codes[who].values()) {
      const code = left.pop();
      if (code !== undefined && (await client.call(giveFactor, { body: { code } })).status === 200) return;
    }
  }

  async function addFactor(client: HttpClient, who: 'owner' | 'attacker', currentPassword: string): Promise<void> {
    const accountId = await accountOf(client);
    const begun = await client.call(addTotp, { body: { currentPassword } });
    if (accountId === null || begun.status !== 200) return;
    const { secret } = addTotp.data.parse(begun.body.data);
    const added = await client.call(confirmTotp, { body: { code: totpCode(secret) } });
    if (added.status !== 200) return;
    codes[who].set(accountId, confirmTotp.data.parse(added.body.data).recoveryCodes);
    // The account had no factor left, so the other side's codes no longer count.
    codes[who === 'owner' ? 'attacker' : 'owner'].delete(accountId);
  }

  async function hasFactorOf(who: 'owner' | 'attacker', accountId: string): Promise<boolean> {
    return codes[who].has(accountId) && (await hasFactor(api.pool, accountId));
  }

  /** Returns the addresses of accounts with a password; trying the others would only waste time on hashing. */
  async function addressesWithPassword(): Promise<readonly string[]> {
    return await api.pool.anyFirst(sql.type(z.object({ email: z.string() }))`
      select email from users
      where email = any(${sql.array(Object.values(addresses), 'text')}) and password_hash is not null and disabled_at is null
    `);
  }

  async function accountOf(client: HttpClient): Promise<string | null> {
    return (await client.data(getSession)).user?.id ?? null;
  }

  async function signUpOwner(password: string): Promise<void> {
    await owner.call(signUpEmail, { body: { email: addresses.owner, password, name: 'Robin Vale' } });
    const row = await api.pool.maybeOne(sql.typeAlias('id')`
      select id from users where email = ${addresses.owner} and email_verified_at is null
    `);
    if (row !== null) ownSignUps.add(row.id);
  }

  /** Ends one session from the list: another browser's if there is one, or else the client's own. */
  async function endOneSession(client: HttpClient): Promise<void> {
    if ((await accountOf(client)) === null) return;
    const { status, body } = await client.call(listSessions);
    // A concurrent event may have ended the session.
    if (status !== 200) return;
    const { sessions } = listSessions.data.parse(body.data);
    const { id: sessionId } = sessions.find(({ isCurrent }) => !isCurrent) ?? sessions[0] ?? {};
    if (sessionId !== undefined) await client.call(endSession, { params: { id: sessionId } });
  }

  const change = async (client: HttpClient, email: string, currentPassword?: string) => {
    const body = { email, ...(currentPassword === undefined ? {} : { currentPassword }) };
    return (await client.call(updateProfile, { body })).status;
  };

  async function useStopLinks(address: string): Promise<void> {
    for (const token of await tokensTo(address, ['change-requested'])) {
      await api.client().call(stopAddressChange, { body: { token } });
    }
  }

  /** Returns the account whose password was reset, if any. */
  async function reset(client: HttpClient, address: string, newPassword: string): Promise<string | null> {
    if ((await findAccount(address)) === null) return null;
    await client.call(forgetPassword, { body: { email: address } });
    const token = (await tokensTo(address, ['reset-password'])).at(-1);
    if (token === undefined) return null;
    const answer = await client.call(resetPassword, { body: { token, newPassword } });
    return answer.status === 200 ? await findAccount(address) : null;
  }

  async function addressOf(accountId: string): Promise<string> {
    return await api.pool.oneFirst(sql.type(z.object({ email: z.string() }))`
      select email from users where id = ${accountId}
    `);
  }

  /** Returns the account that the owner's Google account opens, perhaps only with a factor. */
  async function accountOfGoogle(): Promise<string | null> {
    const row = await api.pool.maybeOne(sql.typeAlias('id')`
      select user_id as id from identities where email = ${addresses.owner} and ended_at is null
    `);
    return row?.id ?? null;
  }

  async function findAccount(address: string): Promise<string | null> {
    const row = await api.pool.maybeOne(sql.typeAlias('id')`
      select id from users where email = ${address} and disabled_at is null
    `);
    return row?.id ?? null;
  }

  /** Returns the ids of accounts that are closed but not deleted yet. */
  async function closedAccounts(): Promise<readonly string[]> {
    return await api.pool.anyFirst(sql.typeAlias('id')`
      select id from users
      where email = any(${sql.array(Object.values(addresses), 'text')}) and deletion_requested_at is not null
    `);
  }

  /** Deletes closed accounts as the workflow does once their grants are revoked. */
  async function completeDeletions(): Promise<void> {
    for (const userId of await closedAccounts()) {
      await api.pool.transaction(async (transaction) => {
        const user = await lockLeavingUser(transaction, userId);
        if (user === null) return;
        await deleteRows(transaction, api.encryption, { userId, email: user.email });
        deletions += 1;
      });
    }
  }

  /** Tries every way in that the attacker may have, one after the other. Returns those that open the account. */
  async function attackerWaysInto(accountId: string): Promise<string[]> {
    const opened: string[] = [];
    for (const token of await tokensTo(addresses.attacker, ['verify-email', 'change-email', 'reset-password'])) {
      for (const browser of attacker.browsers) await browser.call(verifyEmail, { query: { token } });
      await api.client().call(resetPassword, { body: { token, newPassword: ATTACKER_PASSWORD } });
    }
    for (const browser of attacker.browsers) {
      if ((await accountOf(browser)) === accountId) opened.push('a session');
    }
    const { email, hasPassword } = await api.pool.one(sql.type(
      z.object({ email: z.string(), hasPassword: z.boolean() }),
    )`
      select email, password_hash is not null as "hasPassword" from users where id = ${accountId}
    `);
    if (attacker.hasPassword && hasPassword) {
      const body = { email, password: ATTACKER_PASSWORD };
      if (await enter(api.client(), 'attacker', body)) opened.push('the password');
    }
    if (attacker.hasGoogle) {
      const client = api.client();
      await google(client, 'attacker');
      if ((await accountOf(client)) === accountId) opened.push('Google');
    }
    return opened;
  }

  return {
    events,
    attackerWaysInto,
    /** The attacker uses all links that stop a change. Returns whether that moved one of the accounts. */
    attackerUndoes: async (accounts: readonly string[]): Promise<boolean> => {
      const before = await Promise.all(accounts.map(addressOf));
      await useStopLinks(addresses.attacker);
      return !isDeepStrictEqual(await Promise.all(accounts.map(addressOf)), before);
    },

    ownerSignsUp: note('owner signs up', async () => {
      await signUpOwner(OWNER_PASSWORD);
    }),
    attackerSignsUp: note('attacker signs up', async (as: 'owner' | 'new' | 'attacker') => {
      attacker.hasPassword = true;
      const body = { email: addresses[as], password: ATTACKER_PASSWORD, name: 'Robin Vale' };
      await (attacker.browsers[0] ?? api.client()).call(signUpEmail, { body });
    }),
    /** With mail limits on, a later sign-up by the owner doesn't send an email. */
    attackerUsesUpMails: note('attacker uses up the emails', async () => {
      attacker.hasPassword = true;
      const email = addresses.owner;
      const body = { email, password: ATTACKER_PASSWORD, name: 'Robin Vale' };
      await (attacker.browsers[0] ?? api.client()).call(signUpEmail, { body });
      for (let mails = 0; mails < 2; mails += 1) await api.client().call(sendVerificationEmail, { body: { email } });
    }),
    resend: note('resend', async () => {
      await api.client().call(sendVerificationEmail, { body: { email: addresses.owner } });
    }),
    /** Opens every link in a new browser and runs its page, as a mail scanner does. */
    scan: note('a scanner opens the links', async () => {
      const scanner = api.client();
      for (const address of [addresses.owner, addresses.new]) {
        for (const token of await tokensTo(address, ['verify-email', 'change-email'])) {
          const { needsPress } = await scanner.data(getVerificationLink, { query: { token } });
          if (!needsPress) await scanner.call(verifyEmail, { query: { token } });
        }
      }
    }),
    /** The mailbox's owner can follow every link, including those a stranger triggered. */
    ownerFollows: note('owner follows every link', async () => {
      for (const address of [addresses.owner, addresses.new]) {
        for (const token of await tokensTo(address, ['verify-email', 'change-email'])) {
          await owner.call(verifyEmail, { query: { token } });
        }
      }
    }),
    /** Most people follow only the latest email, some of them on another device. */
    ownerFollowsNewest: note('owner follows the newest link', async (where: 'at home' | 'elsewhere') => {
      const token = (await tokensTo(addresses.owner, ['verify-email', 'change-email'])).at(-1);
      const browser = where === 'at home' ? owner : api.client();
      if (token !== undefined) await browser.call(verifyEmail, { query: { token } });
    }),
    attackerFollows: note('attacker follows every link', async () => {
      for (const token of await tokensTo(addresses.attacker, ['verify-email', 'change-email'])) {
        await (attacker.browsers[0] ?? api.client()).call(verifyEmail, { query: { token } });
      }
    }),
    ownerSignsIn: note('owner signs in', async (where: 'at home' | 'elsewhere') => {
      const browser = where === 'at home' ? owner : api.client();
      for (const email of await addressesWithPassword()) {
        if (await enter(browser, 'owner', { email, password: OWNER_PASSWORD })) return;
      }
    }),
    attackerSignsIn: note('attacker signs in', async () => {
      for (const email of await addressesWithPassword()) {
        const client = api.client();
        if (await enter(client, 'attacker', { email, password: ATTACKER_PASSWORD })) attacker.browsers.push(client);
      }
    }),
    ownerUsesGoogle: note('owner uses Google', async () => await google(owner, 'owner')),
    attackerUsesGoogle: note('attacker uses Google', async () => {
      attacker.hasGoogle = true;
      const client = api.client();
      await google(client, 'attacker');
      attacker.browsers.push(client);
    }),
    /** Copies the cookies of the owner's browser: `old` is more than 15 minutes after the sign-in. */
    attackerSteals: note('attacker steals a session', async (age: 'fresh' | 'old') => {
      const stolen = api.client();
      for (const [name, value] of owner.cookies) stolen.cookies.set(name, value);
      attacker.browsers.push(stolen);
      if (age === 'fresh') return;
      const userId = await accountOf(stolen);
      if (userId === null) return;
      await api.pool.query(sql.typeAlias('void')`
        update sessions set created_at = now() - interval '16 minutes', factor_at = factor_at - interval '16 minutes'
        where user_id = ${userId}
      `);
    }),
    ownerAddsFactor: note('owner adds a factor', async () => {
      await addFactor(owner, 'owner', OWNER_PASSWORD);
    }),
    attackerAddsFactor: note('attacker adds a factor', async () => {
      for (const browser of attacker.browsers) await addFactor(browser, 'attacker', ATTACKER_PASSWORD);
    }),
    attackerRemovesFactor: note('attacker removes the factor', async () => {
      for (const browser of attacker.browsers) await browser.call(removeTotp);
    }),
    ownerChangesAddress: note('owner changes the address', async () => {
      await change(owner, addresses.new, OWNER_PASSWORD);
    }),
    attackerChangesAddress: note('attacker changes the address', async (to: 'owner' | 'new' | 'attacker') => {
      for (const browser of attacker.browsers) await change(browser, addresses[to], ATTACKER_PASSWORD);
    }),
    ownerStopsChange: note('owner stops the address change', async () => {
      for (const address of [addresses.owner, addresses.new]) await useStopLinks(address);
    }),
    /**
     * The owner uses all links that stop a change. Returns a violation for each account that began at one of the
     * owner's addresses and should be back there, since it is open and no other account has that address.
     */
    ownerUndoesChanges: async (): Promise<string[]> => {
      events.push('owner undoes all changes');
      for (const address of [addresses.owner, addresses.new]) await useStopLinks(address);
      const own = sql.array([addresses.owner, addresses.new], 'text');
      const away = await api.pool.anyFirst(sql.typeAlias('id')`
        select users.id from users, lateral (
          select to_address as began from emails
          where user_id = users.id and kind = 'change-requested' order by id limit 1
        ) as first
        where began = any(${own}) and email <> began and disabled_at is null and not exists (
          select from users as other
          where other.email = began and (other.email_verified_at is not null or other.disabled_at is not null)
        )
      `);
      return away.map(() => 'nothing: the owner cannot undo the change');
    },
    /** Support unlocks the accounts that began at one of the owner's addresses or were moved to one. */
    operatorUnlocks: async (): Promise<void> => {
      const own = sql.array([addresses.owner, addresses.new], 'text');
      const locked = await api.pool.any(sql.type(z.object({ id: z.uuid(), email: z.string() }))`
        select users.id, case when began = any(${own}) then began else email end as email
        from users left join lateral (
          select to_address as began from emails
          where user_id = users.id and kind = 'change-requested' order by id limit 1
        ) as first on true
        where disabled_at is not null and deletion_requested_at is null and (began = any(${own}) or email = any(${own}))
      `);
      for (const { id: account, email: newEmail } of locked) {
        const unlock = { verb: 'unlock', account, newEmail } as const;
        // Another account may have the address by now.
        const { databaseUrl, encryptionKeys } = api.config;
        events.push(await executeCommand(databaseUrl, unlock, encryptionKeys).catch(String));
      }
    },
    attackerStopsChange: note('attacker stops the address change', async () => await useStopLinks(addresses.attacker)),
    attackerForgets: note('attacker asks for a reset', async () => {
      await api.client().call(forgetPassword, { body: { email: addresses.owner } });
    }),
    /** Not the final reset: the attacker continues. */
    ownerResetsFirst: note('owner resets the password', async () => {
      for (const address of [addresses.owner, addresses.new]) await reset(owner, address, OWNER_PASSWORD);
    }),
    attackerResets: note('attacker resets the password', async () => {
      attacker.hasPassword = true;
      await reset(attacker.browsers[0] ?? api.client(), addresses.attacker, ATTACKER_PASSWORD);
    }),
    operatorLocks: note('the operator locks the account', async () => {
      const { databaseUrl, encryptionKeys } = api.config;
      const account = await findAccount(addresses.attacker);
      // A concurrent event may have moved or deleted it.
      if (account) await executeCommand(databaseUrl, { verb: 'lock', account }, encryptionKeys).catch(String);
    }),
    ownerRevokes: note('owner signs out everywhere', async () => {
      await owner.call(revokeSessions, { body: {} });
    }),
    attackerRevokes: note('attacker signs the others out', async () => {
      for (const browser of attacker.browsers) await browser.call(revokeOtherSessions, { body: {} });
    }),
    attackerRevokesAll: note('attacker signs everyone out', async () => {
      for (const browser of attacker.browsers) await browser.call(revokeSessions, { body: {} });
    }),
    ownerEndsOneSession: note('owner ends one session', async () => await endOneSession(owner)),
    attackerEndsOneSession: note('attacker ends one session', async () => {
      for (const browser of attacker.browsers) await endOneSession(browser);
    }),
    operatorEndsSessions: note('the operator ends all sessions', async () => {
      const emails = await api.pool.anyFirst(sql.type(z.object({ email: z.string() }))`
        select email from users where email = any(${sql.array(Object.values(addresses), 'text')})
      `);
      // A concurrent event may have moved or deleted the account.
      await Promise.allSettled(emails.map((email) => endSessions(api.pool, email)));
    }),
    ownerDeletes: note('owner deletes the account', async () => {
      await owner.call(deleteUser, { body: {} });
    }),
    attackerDeletes: note('attacker deletes the account', async () => {
      for (const browser of attacker.browsers) await browser.call(deleteUser, { body: {} });
    }),
    deletionsComplete: note('closed accounts are deleted', completeDeletions),

    /** Returns the ids of the accounts the owner now controls. */
    ownerResets: note('owner resets', async () => {
      const ids = [];
      for (const address of [addresses.owner, addresses.new]) ids.push(await reset(owner, address, RECOVERED_PASSWORD));
      return ids.filter((accountId) => accountId !== null);
    }),
    ownerJoins: note('owner joins with Google', async () => {
      // Signing in to an account that was linked earlier does not end anyone else's access.
      if ((await accountOfGoogle()) !== null) return [];
      owner = api.client();
      await google(owner, 'owner');
      const accountId = await accountOfGoogle();
      return accountId === null ? [] : [accountId];
    }),
    closedAccounts,
    /**
     * A closed account cannot be recovered. Once it is deleted, the owner signs up again in a new browser, unless there
     * is another account to recover. Returns the accounts to attack: the new one, if any; null if the sign-up failed.
     */
    ownerStartsOver: async (way: 'password' | 'Google'): Promise<string[] | null> => {
      await completeDeletions();
      if (deletions === 0 || (await findAccount(addresses.owner)) !== null) return [];
      // The owner's Google account still opens the one that moved to the new address.
      if (way === 'Google' && (await accountOfGoogle()) !== null) return [];
      events.push(`owner starts over with ${way}`);
      owner = api.client();
      if (way === 'Google') await google(owner, 'owner');
      else {
        await signUpOwner(RECOVERED_PASSWORD);
        const token = (await tokensTo(addresses.owner, ['verify-email'])).at(-1) ?? '';
        await owner.call(verifyEmail, { query: { token } });
      }
      const accountId = await findAccount(addresses.owner);
      return accountId === null ? null : [accountId];
    },
    /**
     * Returns true if the owner gets in. If another person's factor blocks the owner, the operator first resets it as
     * docs/operations.md describes.
     */
    ownerOpens: async (accountId: string, way: 'password' | 'Google') => {
      const email = await addressOf(accountId);
      const tryWay = async () => {
        const client = api.client();
        if (way === 'Google') await google(client, 'owner');
        else await enter(client, 'owner', { email, password: RECOVERED_PASSWORD });
        return (await accountOf(client)) === accountId;
      };
      if (await tryWay()) return true;
      if (await hasFactorOf('owner', accountId)) return false;
      if (!(await hasFactor(api.pool, accountId))) return false;
      events.push('the operator resets the factors');
      await executeCommand(api.config.databaseUrl, { verb: 'reset-factors', email });
      return await tryWay();
    },
    /**
     * Without a recovery: if the owner also signed up before the address was verified, and the account has not moved
     * since, the attacker's password must not open it. Returns a violation if it does.
     */
    attackerBeatsOwnersSignUp: async (): Promise<string[]> => {
      const account = await api.pool.maybeOne(sql.type(z.object({ email: z.string() }))`
        select email from users
        where email = ${addresses.owner} and email_verified_at is not null and password_hash is not null
          and id = any(${sql.array([...ownSignUps], 'uuid')}) and not exists (
            select from emails where user_id = users.id and kind = 'email-changed'
          )
      `);
      if (account === null || !attacker.hasPassword) return [];
      const body = { email: account.email, password: ATTACKER_PASSWORD };
      const { status } = await api.client().call(signInEmail, { body });
      return status === 401 ? [] : ["the attacker's password, though the owner signed up too"];
    },
    /** Returns true if someone who reads the owner's email, but lacks the owner's factor, gets in. */
    mailReaderOpens: async (accountId: string) => {
      if (!(await hasFactorOf('owner', accountId)) || codes.attacker.has(accountId)) return false;
      const email = await addressOf(accountId);
      await api.client().call(forgetPassword, { body: { email } });
      const token = (await tokensTo(email, ['reset-password'])).at(-1) ?? '';
      await api.client().call(resetPassword, { body: { token, newPassword: ATTACKER_PASSWORD } });
      return await enter(api.client(), 'attacker', { email, password: ATTACKER_PASSWORD });
    },
  };
}
