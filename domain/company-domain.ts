import { isFreeMailDomain } from './free-mail.ts';
import { hostOfAddress } from './registrable-domain.ts';

/** What a new account's company domain starts as: the domain of its verified address, or nothing when anybody can have such an address. */
export function initialCompanyDomain(verifiedAddress: string): string | null {
  const domain = hostOfAddress(verifiedAddress);
  return domain === null || isFreeMailDomain(domain) ? null : domain;
}
