import { writtenLinks, writtenUrls } from './join-url.ts';

/** A document of an invitation. Nothing of it is fetched: what is known is what the invitation says. */
export type MeetingDocument = {
  title: string;
  /** Null where its host is none that documents are known to be kept on: then it is words, and no link. */
  url: string | null;
  /** Null where the address is none. */
  host: string | null;
};

const ANY_PAGE = /^\/./;
/** Legacy addresses name the Workspace first. */
const GOOGLE = (kind: string) => new RegExp(`^/(?:a/[^/]+/)?${kind}/`);

/**
 * Of SharePoint: sharing links, and what lies in a site, a team or somebody's own files. What begins with `_` are its programs, of which some redirect to an
 * address given as a parameter: of these only the two that open a document.
 */
const SHAREPOINT =
  /^\/(?::[a-z]:\/|(?:sites|teams|personal)\/|(?=_layouts\/))(?!(?:.*(?:\/|%2f|%5c))?(?:_|%5f)(?!layouts\/15\/(?:doc|guestaccess)\.aspx$))./i;

/** Where the path is one for all documents, and the parameters say which. */
const NAMED_BY_QUERY = /^(?:drive\.google\.com\/open|onedrive\.live\.com\/.*|.*\.aspx)$/i;

/**
 * Hosts on which Google Drive and OneDrive keep documents, with the paths that lead to one and what to call it; `*.` stands for any name below. Forms are
 * left out, which ask for something.
 */
const DOCUMENT_HOSTS: readonly { host: string; path: RegExp; name: string }[] = [
  { host: 'docs.google.com', path: GOOGLE('document'), name: 'Google Docs' },
  { host: 'docs.google.com', path: GOOGLE('spreadsheets'), name: 'Google Sheets' },
  { host: 'docs.google.com', path: GOOGLE('presentation'), name: 'Google Slides' },
  { host: 'docs.google.com', path: GOOGLE('drawings'), name: 'Google Drawings' },
  { host: 'drive.google.com', path: /^\/(?:(?:a\/[^/]+\/)?(?:file|drive)\/|open$)/, name: 'Google Drive' },
  { host: 'onedrive.live.com', path: ANY_PAGE, name: 'OneDrive' },
  { host: '1drv.ms', path: ANY_PAGE, name: 'OneDrive' },
  { host: '*.sharepoint.com', path: SHAREPOINT, name: 'SharePoint' },
];

const MOST_DOCUMENTS = 8;
const TITLE_LENGTH = 200;

/**
 * The documents of an invitation: its attachments, then what its description links on the hosts above. Other links of the description stay where they are.
 *
 * @param attachments With addresses as the vendor gave them.
 */
export function listDocuments(
  attachments: readonly { title: string; url: string }[],
  description: string | null,
): MeetingDocument[] {
  const attached = attachments.map(({ title, url }) => {
    const [address] = writtenUrls(url);
    const known = address && readDocument(address);
    const host = address?.hostname ?? null;
    return { title: titleOf(title) || known?.name || (host ?? 'A file'), url: known?.url ?? null, host };
  });
  const linked = writtenLinks(description ?? '').flatMap(({ url: address, before, after }) => {
    const known = readDocument(address);
    return known
      ? [{ title: titleOf(wordsFor(before, after)) || known.name, url: known.url, host: address.hostname }]
      : [];
  });
  const all = [...attached, ...linked];
  const keyOf = ({ title, url, host }: MeetingDocument) => (url === null ? `${title} ${host}` : documentKey(url));
  return all.filter((one, at) => all.findIndex((other) => keyOf(other) === keyOf(one)) === at).slice(0, MOST_DOCUMENTS);
}

/** Where a stored link to a document leads; null for what no mail may link. */
export function readDocumentUrl(text: string): string | null {
  const [address] = writtenUrls(text);
  return (address && readDocument(address)?.url) ?? null;
}

function readDocument(address: URL): { url: string; name: string } | null {
  if (address.port !== '') return null;
  const known = DOCUMENT_HOSTS.find(
    ({ host, path }) =>
      (host.startsWith('*.') ? address.hostname.endsWith(host.slice(1)) : address.hostname === host) &&
      path.test(address.pathname),
  );
  return known ? { url: address.href, name: known.name } : null;
}

/** One document has several addresses: `/edit`, and `/edit?usp=sharing`. */
function documentKey(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  const place = hostname + pathname;
  return NAMED_BY_QUERY.test(place) ? place + search : place;
}

/** What a description calls a link: the words in it where it is one of HTML, else those on its line that are set off from it (`Prices: https://...`). */
function wordsFor(before: string, after: string): string {
  const near = before.slice(-TITLE_LENGTH);
  const [, inside] = /<a\b[^<>]*$/i.test(near) ? (/^[^<>]*>([^<>]*)</.exec(after) ?? []) : [];
  if (inside !== undefined) return /^\s*(?:https?:\/\/|\S*\/)\S*\s*$/.test(inside) ? '' : inside;
  const line = near.split(/\n|<[^<>]*>/).at(-1) ?? '';
  const words = line.trimEnd();
  const label = words.replace(/[\s:<([–—-]+$/, '');
  return label === words ? '' : label.replace(/^[\s>).,;]+/, '');
}

/** On one line. */
function titleOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, TITLE_LENGTH)
    .toWellFormed();
}
