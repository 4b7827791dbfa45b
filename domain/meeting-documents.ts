import { ANY_PAGE, matchesHost, writtenLinks, writtenUrls } from './join-url.ts';

/** A document in an invitation. Never fetched; only what the invitation says is known. */
export type MeetingDocument = {
  title: string;
  /** Null if its host is not a known document host; the document is then shown as text, not as a link. */
  url: string | null;
  /** Null without a valid URL. */
  host: string | null;
};

/** Legacy paths start with the Workspace's domain: `/a/example.com/`. */
const GOOGLE = (kind: string) => new RegExp(`^/(?:a/[^/]+/)?${kind}/`);

/**
 * SharePoint's sharing links, and files in sites, teams and personal drives. Path segments starting with `_` lead to
 * application pages, some of which redirect to any given URL: only the two that open a document are allowed.
 */
const SHAREPOINT =
  /^\/(?::[a-z]:\/|(?:sites|teams|personal)\/|(?=_layouts\/))(?!(?:.*(?:\/|%2f|%5c))?(?:_|%5f)(?!layouts\/15\/(?:doc|guestaccess)\.aspx$))./i;

/** Paths that are the same for all documents; query parameters identify the document. */
const NAMED_BY_QUERY = /^(?:drive\.google\.com\/open|onedrive\.live\.com\/.*|.*\.aspx)$/i;

/**
 * Hosts and paths of documents in Google Drive and OneDrive, and their names; `*.` stands for any subdomain. Forms
 * are excluded, since they ask for input.
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
 * Returns an invitation's documents: attachments, then links in its description to known document hosts.
 *
 * @param attachments With the vendor's URLs.
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

/** Returns a stored document link's target; null if an email must not link to it. */
export function readDocumentUrl(text: string): string | null {
  const [address] = writtenUrls(text);
  return (address && readDocument(address)?.url) ?? null;
}

function readDocument(address: URL): { url: string; name: string } | null {
  if (address.port !== '') return null;
  const known = DOCUMENT_HOSTS.find(
    ({ host, path }) => matchesHost(address.hostname, host) && path.test(address.pathname),
  );
  return known ? { url: address.href, name: known.name } : null;
}

/** Returns the part of a URL that identifies its document: `/edit` and `/edit?usp=sharing` are the same one. */
function documentKey(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  const place = hostname + pathname;
  return NAMED_BY_QUERY.test(place) ? place + search : place;
}

/**
 * Returns the description's name for a link: its HTML text, otherwise a label before it on the same line
 * (`Prices: https://...`); empty if there is none.
 */
function wordsFor(before: string, after: string): string {
  const near = before.slice(-TITLE_LENGTH);
  const [, inside] = /<a\b[^<>]*$/i.test(near) ? (/^[^<>]*>([^<>]*)</.exec(after) ?? []) : [];
  if (inside !== undefined) return /^\s*(?:https?:\/\/|\S*\/)\S*\s*$/.test(inside) ? '' : inside;
  const line = near.split(/\n|<[^<>]*>/).at(-1) ?? '';
  const words = line.trimEnd();
  const label = words.replace(/[\s:<([–—-]+$/, '');
  return label === words ? '' : label.replace(/^[\s>).,;]+/, '');
}

/** Returns a title on one line, without invisible characters, cut to its maximum length. */
function titleOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, TITLE_LENGTH)
    .toWellFormed();
}
