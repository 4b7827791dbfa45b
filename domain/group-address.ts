import { isListHost } from './company-domain.ts';
import { hostOfAddress } from './registrable-domain.ts';

/** Local parts of mailing lists and shared mailboxes. Only the company behind them is researched. */
const GROUP_NAMES = new Set(
  [
    'all all-hands allhands everyone everybody staff team company group committee board',
    'info contact hello office mail support help helpdesk service admin events calendar',
    'sales marketing press media billing accounting accounts finance legal hr jobs careers recruiting',
    'engineering product design operations ops it security partners partnerships procurement purchasing',
    'noreply no-reply donotreply do-not-reply notifications',
  ].flatMap((names) => names.split(' ')),
);

/**
 * Returns whether an address looks like a list or shared mailbox, not a person: `sales@`, `sales-emea@`,
 * `team.berlin@`, `all+eu@`. Calendars do not mark them.
 */
export function isGroupAddress(email: string): boolean {
  if (isListHost(hostOfAddress(email) ?? '')) return true;
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  if (GROUP_NAMES.has(name)) return true;
  const [first = '', ...rest] = name.split(/[-_.+]/);
  return rest.length > 0 && GROUP_NAMES.has(first);
}
