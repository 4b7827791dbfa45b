import { isListHost } from './company-domain.ts';
import { registrableDomainOfAddress } from './registrable-domain.ts';

/** What mailing lists and shared mailboxes are called, in the part before the @. Nobody is researched by such an address; the company behind it is. */
const GROUP_NAMES = new Set(
  [
    'all all-hands allhands everyone everybody staff team company group committee board',
    'info contact hello office mail support help helpdesk service admin events calendar',
    'sales marketing press media billing accounting accounts finance legal hr jobs careers recruiting',
    'engineering product design operations ops it security partners partnerships procurement purchasing',
    'noreply no-reply donotreply do-not-reply notifications',
  ].flatMap((names) => names.split(' ')),
);

/** `sales@`, `sales-emea@`, `team.berlin@`, `all+eu@`: a list or a mailbox of several, not a person. Vendors do not tell which addresses are. */
export function isGroupAddress(email: string): boolean {
  if (isListHost(registrableDomainOfAddress(email) ?? '')) return true;
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  if (GROUP_NAMES.has(name)) return true;
  const [first = '', ...rest] = name.split(/[-_.+]/);
  return rest.length > 0 && GROUP_NAMES.has(first);
}
