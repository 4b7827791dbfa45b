import { isOwnSite } from './company-pages.ts';
import { escapePattern, fold } from './names.ts';
import type { RunSource } from './sources.ts';
import type { GuestSubject } from './subject.ts';
import { shareSaid } from './support.ts';

/** Words of an office that one person holds at a time; who founded, owns or sits on a board may do something else besides. */
const OFFICE =
  /\b(?:chief|head|director|manager|lead|leader|officer|vp|president|engineer|analyst|buyer|consultant|assistant|accountant|clerk|developer|designer|driver|technician|specialist|operator|planner|controller|counsel|secretary|coordinator|representative|c[efotim]o)\b/i;

/**
 * Whether the employer has two of the guest's name, so that name and employer together do not tell who is meant: another guest is called the same, a
 * page gives an address that spells the name and is not the guest's, or the employer's own pages give two people's offices.
 *
 * @param tied The sources that name the person together with the address or the employer.
 */
export function hasNamesakeAtWork(
  guest: GuestSubject,
  tied: readonly RunSource[],
  others: readonly GuestSubject[],
): boolean {
  const { name, companyDomain, email } = guest;
  if (name === null || companyDomain === null) return false;
  const isColleague = (other: GuestSubject) => other.email !== email && other.companyDomain === companyDomain;
  if (others.some((other) => isColleague(other) && other.name !== null && fold(other.name) === fold(name))) return true;
  if (tied.some((source) => holdsNamesakesAddress(source, guest))) return true;
  const offices = tied.filter((source) => isOwnSite(source, companyDomain)).flatMap((source) => officeIn(source, name));
  return offices.some((one) => offices.some((other) => isAnotherOffice(one, other)));
}

/** Whether a page gives an address at the guest's employer that spells the guest's name and is not the guest's. */
export function holdsNamesakesAddress({ text }: RunSource, { name, email, companyDomain }: GuestSubject): boolean {
  if (name === null || companyDomain === null) return false;
  const words = fold(name).split(' ');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const spellings = [`${first}${last}`, `${last}${first}`, `${first.slice(0, 1)}${last}`];
  const addresses = text.toLowerCase().match(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu) ?? [];
  return addresses.some((address) => {
    const [local = '', host = ''] = address.split('@');
    const letters = fold(local).replaceAll(/[^\p{L}]/gu, '');
    return address !== email && host === companyDomain && spellings.includes(letters);
  });
}

/** `Alex Moreau, Chief Financial Officer | Northpeak`, `Alex Moreau is the head of sales at ...` */
function officeIn({ title, text }: RunSource, name: string): string[] {
  const person = escapePattern(name);
  const inTitle = new RegExp(`^${person}\\s*[,|\\u2013\\u2014-]\\s*([^|]+)`, 'iu').exec(title)?.[1];
  const inText = new RegExp(`${person} (?:is|has been) (?:the |an? |our )?([^.,;]+?)(?: at | since |[.,;]|$)`, 'iu');
  const offices = [inTitle, inText.exec(text)?.[1]].filter((office) => office !== undefined);
  return offices.filter((office) => OFFICE.test(office)).slice(0, 1);
}

function isAnotherOffice(one: string, other: string): boolean {
  return (
    shareSaid(one, other) === 0 && shareSaid(other, one) === 0 && !isShortFor(one, other) && !isShortFor(other, one)
  );
}

/** `CFO`, `Chief Financial Officer` */
function isShortFor(short: string, long: string): boolean {
  const initials = long.split(/[^\p{L}]+/u).map((word) => word.slice(0, 1));
  return initials
    .join('')
    .toLowerCase()
    .startsWith(fold(short).split(' ')[0] ?? '');
}
