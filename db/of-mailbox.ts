import type { FragmentSqlToken } from 'slonik';
import { GMAIL, hostsOfMailbox } from '#domain/mailbox.ts';
import { sql } from './sql.ts';

/** Returns the condition that mail to an address arrives in a mailbox: `mailboxOf` in SQL. */
export function isOfMailbox(mailbox: string, email: FragmentSqlToken) {
  const [name = ''] = mailbox.split('@');
  const hosts = hostsOfMailbox(mailbox);
  // Guests found by an earlier release may be stored with decomposed accents.
  const composed = sql.fragment`normalize(${email}, NFC)`;
  const local = sql.fragment`regexp_replace(split_part(${composed}, '@', 1), '^([^+]+)\\+.*$', '\\1')`;
  const isHere = sql.fragment`split_part(${email}, '@', 2) = any(${sql.array(hosts, 'text')})`;
  return hosts.some((host) => GMAIL.has(host))
    ? sql.fragment`(replace(${local}, '.', '') = ${name} and ${isHere})`
    : sql.fragment`(${local} = ${name} and ${isHere})`;
}
