/**
 * Hosts that meetings are held on, with the paths that lead into one; `*.` stands for any name below, not for the domain itself. From the vendors' own
 * pages about their join links.
 */
const MEETING_HOSTS: readonly { host: string; path?: RegExp }[] = [
  { host: 'meet.google.com', path: /^\/[a-z]/ },
  { host: 'stream.meet.google.com', path: /^\/stream\// },
  { host: 'g.co', path: /^\/meet\// },
  { host: 'zoom.us', path: /^\/(?:j|my|s|w|wc)\// },
  { host: '*.zoom.us', path: /^\/(?:j|my|s|w|wc)\// },
  { host: '*.zoom.com', path: /^\/(?:j|my|s|w|wc)\// },
  { host: '*.zoom.com.cn', path: /^\/(?:j|my|s|w|wc)\// },
  { host: '*.zoomgov.com', path: /^\/(?:j|my|s|w|wc)\// },
  { host: 'teams.microsoft.com', path: /^\/(?:l\/(?:meetup-join|meeting)|meet|v2)\// },
  { host: 'teams.live.com', path: /^\/meet\// },
  { host: 'teams.cloud.microsoft', path: /^\/(?:l\/(?:meetup-join|meeting)|meet)\// },
  { host: 'gov.teams.microsoft.us', path: /^\/(?:l\/meetup-join|meet)\// },
  { host: 'dod.teams.microsoft.us', path: /^\/(?:l\/meetup-join|meet)\// },
  { host: 'join.skype.com', path: /^\/./ },
  { host: 'meet.lync.com', path: /^\/./ },
  { host: '*.online.lync.com', path: /^\/./ },
  { host: '*.webex.com' },
  { host: 'meet.goto.com' },
  { host: 'app.goto.com', path: /^\/meeting\// },
  { host: 'www.gotomeet.me', path: /^\/./ },
  { host: 'gotomeet.me', path: /^\/./ },
  { host: 'global.gotomeeting.com' },
  { host: 'www.gotomeeting.com', path: /^\/join\// },
  { host: 'whereby.com' },
  { host: '*.whereby.com' },
  { host: 'meet.around.co', path: /^\/r\// },
  { host: 'app.chime.aws' },
  { host: 'chime.aws' },
  { host: 'v.ringcentral.com' },
  { host: 'video.ringcentral.com' },
  { host: 'meetings.ringcentral.com', path: /^\/j\// },
  { host: 'webinar.ringcentral.com' },
  { host: 'bluejeans.com' },
  { host: '*.bluejeans.com', path: /^\/./ },
  { host: 'call.lifesizecloud.com', path: /^\/./ },
  { host: 'call.lifesize.com', path: /^\/./ },
  { host: 'guest.lifesize.com', path: /^\/./ },
  { host: 'meet.jit.si' },
  { host: 'beta.meet.jit.si' },
  { host: '8x8.vc' },
  { host: 'meetings.dialpad.com' },
  { host: 'join.me', path: /^\/./ },
  { host: '*.join.me', path: /^\/./ },
  { host: '*.adobeconnect.com', path: /^\/./ },
  { host: 'meet.zoho.com', path: /^\/./ },
  { host: 'meeting.zoho.com', path: /^\/(?:meeting|join)/ },
  { host: 'meeting.zoho.eu', path: /^\/(?:meeting|join)/ },
  { host: '*.daily.co', path: /^\/./ },
  { host: '*.pexip.me', path: /^\/./ },
  { host: 'meet.starleaf.com', path: /^\/./ },
  { host: 'facetime.apple.com', path: /^\/join/ },
  { host: 'vc.larksuite.com', path: /^\/j\// },
  { host: 'vc.feishu.cn', path: /^\/j\// },
  { host: 'meeting.tencent.com', path: /^\/(?:dm|s|p)\// },
  { host: 'voovmeeting.com', path: /^\/dm\// },
];

/** A join link longer than this is none; Teams' own have some 300 characters. */
const URL_LENGTH = 2000;

/**
 * The link that leads into the meeting: what the vendor holds as such, on whatever host, else the first one in a text on a known meeting host. Link
 * wrappers of mail filters are taken off first.
 *
 * @param texts Links or texts (HTML too) in order of trust.
 * @param conferenceUrls Links of the vendor's own conference fields.
 */
export function pickJoinUrl(texts: readonly string[], conferenceUrls: readonly string[] = []): string | null {
  const given = conferenceUrls.map((url) => unwrap(url.trim())).find((url) => url !== null && isSafe(url));
  const found =
    given ??
    texts
      .flatMap(findUrls)
      .map(unwrap)
      .find((url) => url !== null && isMeetingUrl(url));
  return found?.href ?? null;
}

/**
 * Where a stored join link leads; null for what is no link that a mail may hold.
 *
 * @returns `unknownHost`: what to show beside the link where its host is not one that meetings are known to be held on.
 */
export function readJoinUrl(text: string): { href: string; unknownHost: string | null } | null {
  const url = parse(text);
  if (url === null || !isSafe(url)) return null;
  return { href: url.href, unknownHost: isMeetingUrl(url) ? null : url.hostname };
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

/** What a conference field may lead to: a web page of a host that has a name. */
function isSafe({ protocol, hostname, username, password, href }: URL): boolean {
  if (protocol !== 'https:' || username !== '' || password !== '' || href.length > URL_LENGTH) return false;
  return /^(?!.*\.local(?:host)?$)[a-z0-9.-]+\.[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname);
}

function isMeetingUrl(url: URL): boolean {
  const { hostname, pathname, port } = url;
  if (!isSafe(url) || port !== '') return false;
  return MEETING_HOSTS.some(({ host, path }) => matchesHost(hostname, host) && (path?.test(pathname) ?? true));
}

/** `zoom.us.evil.com` is not below `zoom.us`. */
function matchesHost(hostname: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
}
