import type { GuestBrief } from '#api/contract/research.ts';
import { registrableDomain } from '#domain/registrable-domain.ts';
import { type RunSource, sourceKey } from './sources.ts';
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
 * Somebody behind a free-mail address has no employer to go by, so only the address itself counts.
 */
export function identify(guest: GuestSubject, sources: readonly RunSource[]): GuestIdentity {
  const { answer } = guest;
  const rejected = new Set(answer?.rejectedUrls.map(sourceKey));
  const isChosen = ({ url }: RunSource) =>
    typeof answer?.chosenUrl === 'string' && sourceKey(url) === sourceKey(answer.chosenUrl);
  const about = sources.filter((source) =>
    isChosen(source)
      ? namesPerson(`${source.title} ${source.text}`, guest.name)
      : !rejected.has(sourceKey(source.url)) && isAbout(guest, source),
  );
  const isConfirmed = about.some(
    (source) => isChosen(source) || holdsAddress(source, guest) || isOwnSite(source, guest.companyDomain),
  );
  const certainty = isConfirmed ? 'confirmed' : about.length > 0 ? 'likely' : 'unknown';
  return { certainty, sourceIds: new Set(about.map(({ id }) => id)) };
}

/** Whether a text speaks of the person by full name. */
export function namesPerson(text: string, name: string | null): boolean {
  return name !== null && ` ${fold(text)} `.includes(` ${fold(name)} `);
}

function isAbout(guest: GuestSubject, source: RunSource): boolean {
  if (!namesPerson(`${source.title} ${source.text}`, guest.name)) return false;
  return holdsAddress(source, guest) || (guest.companyDomain !== null && mentionsCompany(source, guest.companyDomain));
}

function holdsAddress(source: RunSource, { email }: GuestSubject): boolean {
  return ` ${source.text.toLowerCase().replaceAll(/[^a-z0-9@._+-]/g, ' ')} `
    .replaceAll('. ', ' ')
    .includes(` ${email} `);
}

function isOwnSite(source: RunSource, companyDomain: string | null): boolean {
  const urls = [source.url, source.requestedUrl ?? source.url].map((url) => URL.parse(url)?.hostname ?? '');
  return companyDomain !== null && urls.some((host) => registrableDomain(host) === companyDomain);
}

/** By its domain anywhere in address or text, or by its name where that is not the beginning of a longer one (`Northpeak Capital`). */
export function mentionsCompany(source: Pick<RunSource, 'url' | 'requestedUrl' | 'text'>, domain: string): boolean {
  const places = `${source.url} ${source.requestedUrl ?? ''} ${source.text}`.toLowerCase();
  const asDomain = new RegExp(`(?<![a-z0-9-])${escapePattern(domain)}(?![a-z0-9-]|\\.[a-z0-9])`);
  if (asDomain.test(places)) return true;
  const label = domain.split('.')[0] ?? '';
  const asName = new RegExp(
    `(?<![\\p{L}\\p{N}@.-])${escapePattern(label).replaceAll('-', '[ -]')}(?![\\p{L}\\p{N}-]|\\.\\p{L})`,
    'giu',
  );
  return [...source.text.matchAll(asName)].some(
    ({ index, 0: match }) => !/^ \p{Lu}/u.test(source.text.slice(index + match.length, index + match.length + 2)),
  );
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Lower case, without accents, words apart by one space. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
