/** Hosts that meetings are held on, with the paths that lead into one; `*.` stands for any name below, not for the domain itself. */
const MEETING_HOSTS: readonly { host: string; path?: RegExp }[] = [
  { host: 'meet.google.com', path: /^\/[a-z]/ },
  { host: 'zoom.us', path: /^\/(?:j|my|s|w|wc)\// },
  { host: '*.zoom.us', path: /^\/(?:j|my|s|w|wc)\// },
  { host: '*.zoomgov.com', path: /^\/(?:j|my|s|w|wc)\// },
  { host: 'teams.microsoft.com', path: /^\/(?:l\/meetup-join|meet)\// },
  { host: 'teams.live.com', path: /^\/meet\// },
  { host: '*.webex.com' },
  { host: 'meet.goto.com' },
  { host: 'global.gotomeeting.com' },
  { host: 'whereby.com' },
  { host: '*.whereby.com' },
  { host: 'meet.jit.si' },
  { host: '8x8.vc' },
  { host: 'app.chime.aws' },
  { host: 'chime.aws' },
  { host: 'bluejeans.com' },
  { host: 'v.ringcentral.com' },
  { host: 'meetings.dialpad.com' },
];

/**
 * The link that leads into the meeting: the first one on a known meeting host. Link wrappers of mail filters are taken off first.
 *
 * @param candidates Links or texts (HTML too) in order of trust.
 */
export function pickJoinUrl(candidates: readonly string[]): string | null {
  return (
    candidates
      .flatMap(findUrls)
      .map(unwrap)
      .find((url) => url !== null && isMeetingUrl(url))?.href ?? null
  );
}

function findUrls(text: string): string[] {
  return decodeEntities(text).match(/https?:\/\/[^\s"'<>\\^`{|}]+/gi) ?? [];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Calendars store a pasted description as HTML, in which the `&` of a link is written `&amp;`. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (decimal) return fromCodePoint(Number(decimal)) ?? entity;
    if (hex) return fromCodePoint(Number.parseInt(hex, 16)) ?? entity;
    return ENTITIES[String(name).toLowerCase()] ?? entity;
  });
}

function fromCodePoint(code: number): string | null {
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : null;
}

/** Outlook's SafeLinks and Google's redirects carry the address they stand for. Wrappers may be nested. */
function unwrap(text: string): URL | null {
  let url = parse(text.replace(/[).,;:!?\]]+$/, ''));
  for (let depth = 0; depth < 3 && url !== null; depth += 1) {
    const inner = wrappedAddress(url);
    if (inner === null) return url;
    url = parse(inner);
  }
  return url;
}

const SAFE_LINKS = /\.safelinks\.protection\.(?:outlook\.com|office365\.us)$/;

function wrappedAddress(url: URL): string | null {
  if (SAFE_LINKS.test(url.hostname)) return url.searchParams.get('url');
  const isGoogleRedirect = url.hostname === 'www.google.com' && url.pathname === '/url';
  return isGoogleRedirect ? (url.searchParams.get('q') ?? url.searchParams.get('url')) : null;
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isMeetingUrl({ protocol, hostname, pathname, username, password, port }: URL): boolean {
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return false;
  return MEETING_HOSTS.some(({ host, path }) => matchesHost(hostname, host) && (path?.test(pathname) ?? true));
}

/** `zoom.us.evil.com` is not below `zoom.us`. */
function matchesHost(hostname: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
}
