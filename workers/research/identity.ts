import type { GuestBrief } from '#contract/research.ts';
import { pageKey } from '#domain/page-key.ts';
import { isOwnSite } from './company-pages.ts';
import { namesOnOwnSite, tiesToEmployer } from './employer-ties.ts';
import { namesPerson } from './names.ts';
import { hasNamesakeAtWork, holdsNamesakesAddress } from './namesakes.ts';
import type { RunSource } from './sources.ts';
import type { GuestSubject } from './subject.ts';

export type GuestIdentity = {
  certainty: GuestBrief['identity'];
  /** The sources that are about this person and not only about somebody of the same name. */
  sourceIds: ReadonlySet<string>;
};

/**
 * Who a guest is, by the sources of the run. A source is about the guest when it names the person together with the address or the employer.
 * `confirmed`: one of them holds the address itself, or stands on the employer's own site. `likely`: others put person and employer together.
 * What the user said when asked comes first: the page they chose confirms, and those they rejected are about somebody else.
 * Somebody behind a free-mail address has no employer to go by, so only the address itself counts; nor does the employer tell where it has two of that
 * name (`namesakes.ts`).
 *
 * @param others The other guests, among whom there may be a colleague of the same name.
 */
export function identify(
  guest: GuestSubject,
  sources: readonly RunSource[],
  others: readonly GuestSubject[] = [],
): GuestIdentity {
  const { answer } = guest;
  const rejected = new Set(answer?.rejectedUrls.map(pageKey));
  const isChosen = ({ url }: RunSource) =>
    typeof answer?.chosenUrl === 'string' && pageKey(url) === pageKey(answer.chosenUrl);
  const companyNames = namesOnOwnSite(sources, guest.companyDomain);
  const tied = sources.filter((source) =>
    isChosen(source)
      ? namesPerson(`${source.title} ${source.text}`, guest.name)
      : !rejected.has(pageKey(source.url)) && isAbout(guest, source, companyNames),
  );
  const about = hasNamesakeAtWork(guest, tied, others, companyNames)
    ? tied.filter(
        (source) => isChosen(source) || (holdsAddress(source, guest) && !holdsNamesakesAddress(source, guest)),
      )
    : tied;
  const isConfirmed = about.some(
    (source) => isChosen(source) || holdsAddress(source, guest) || isOwnSite(source, guest.companyDomain),
  );
  const certainty = isConfirmed ? 'confirmed' : about.length > 0 ? 'likely' : 'unknown';
  return { certainty, sourceIds: new Set(about.map(({ id }) => id)) };
}

function isAbout(guest: GuestSubject, source: RunSource, companyNames: readonly string[]): boolean {
  const { name, companyDomain } = guest;
  if (name === null || !namesPerson(`${source.title} ${source.text}`, name)) return false;
  if (holdsAddress(source, guest)) return true;
  return companyDomain !== null && tiesToEmployer(source, { name, companyDomain, companyNames });
}

function holdsAddress(source: RunSource, { email }: GuestSubject): boolean {
  return ` ${source.text.toLowerCase().replaceAll(/[^a-z0-9@._+-]/g, ' ')} `
    .replaceAll('. ', ' ')
    .includes(` ${email} `);
}
