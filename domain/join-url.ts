import { decodeEntities } from './decode-entities.ts';

/** A room, a meeting page or the join service, but not the help, prices and recordings on Webex's sibling hosts. */
const WEBEX_PATH =
  /^\/(?:(?:meet|join|m)\/.|wbxmjs\/joinservice\/|webappng\/sites\/[^/]+\/(?:meeting|dashboard\/pmr)\/|(?:[^/]+\/)*[a-z]+\.php$)/;

/** Any page but the root, which is about the service. */
export const ANY_PAGE = /^\/./;

/**
 * Meeting hosts and the paths that join a meeting; `*.` stands for any subdomain, not the domain itself. From the
 * vendors' own pages on join links.
 */
const MEETING_HOSTS: readonly { host: string; path?: RegExp }[] = [
  { host: 'meet.google.com', path: /^\/[a-z]/ },
  { host: 'stream.meet.google.com', path: /^\/stream\// },
  { host: 'g.co', path: /^\/meet\// },
  ...['zoom.us', '*.zoom.us', 'zoom.com', '*.zoom.com', '*.zoom-x.de', '*.zoom.com.cn', '*.zoomgov.com'].map(
    (host) => ({
      host,
      path: /^\/(?:j|my|s|w|wc)\//,
    }),
  ),
  { host: 'teams.microsoft.com', path: /^\/(?:l\/(?:meetup-join|meeting)|meet|v2)\// },
  { host: 'teams.live.com', path: /^\/meet\// },
  { host: 'teams.cloud.microsoft', path: /^\/(?:l\/(?:meetup-join|meeting)|meet)\// },
  { host: 'gov.teams.microsoft.us', path: /^\/(?:l\/meetup-join|meet)\// },
  { host: 'dod.teams.microsoft.us', path: /^\/(?:l\/meetup-join|meet)\// },
  { host: 'join.skype.com' },
  { host: 'meet.lync.com' },
  { host: '*.online.lync.com' },
  { host: '*.webex.com', path: WEBEX_PATH },
  { host: 'meet.goto.com' },
  { host: 'app.goto.com', path: /^\/meeting\// },
  { host: 'www.gotomeet.me' },
  { host: 'gotomeet.me' },
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
  { host: 'meetings.officeathand.att.com', path: /^\/j\// },
  { host: 'meetings.btcloudphone.bt.com', path: /^\/j\// },
  { host: 'meetings.businessconnect.telus.com', path: /^\/j\// },
  { host: 'webinar.ringcentral.com' },
  { host: 'bluejeans.com' },
  { host: '*.bluejeans.com' },
  { host: 'call.lifesizecloud.com' },
  { host: 'call.lifesize.com' },
  { host: 'guest.lifesize.com' },
  { host: 'meet.jit.si' },
  { host: 'beta.meet.jit.si' },
  { host: '8x8.vc' },
  { host: 'meetings.dialpad.com' },
  { host: 'meetings.vonage.com', path: /^\/\d/ },
  { host: 'app.cal.com', path: /^\/video\/./ },
  // Redirects to the service the appointment is held on.
  { host: 'calendly.com', path: /^\/events\/[^/]+\/[a-z]/ },
  { host: 'app.slack.com', path: /^\/huddle\/./ },
  { host: 'riverside.fm', path: /^\/studio\/./ },
  { host: 'riverside.com', path: /^\/studio\/./ },
  { host: 'join.me' },
  { host: '*.join.me' },
  { host: '*.adobeconnect.com' },
  { host: 'meet.zoho.com' },
  { host: 'meeting.zoho.com', path: /^\/(?:meeting|join)/ },
  { host: 'meeting.zoho.eu', path: /^\/(?:meeting|join)/ },
  { host: '*.daily.co' },
  { host: '*.pexip.me' },
  { host: 'meet.starleaf.com' },
  { host: 'facetime.apple.com', path: /^\/join/ },
  { host: 'vc.larksuite.com', path: /^\/j\// },
  { host: 'vc.feishu.cn', path: /^\/j\// },
  { host: 'meeting.tencent.com', path: /^\/(?:dm|s|p)\// },
  { host: 'voovmeeting.com', path: /^\/dm\// },
];

/** Join links are never longer; Teams links have about 300 characters. */
const URL_LENGTH = 2000;

/**
 * Returns a meeting's join link: the vendor's own conference link, on any host, else the first link in a text to a
 * known meeting host. Unwraps links rewritten by mail filters.
 *
 * @param texts Links or texts (also HTML), most trusted first.
 * @param conferenceUrls Links in the vendor's conference fields.
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
 * Returns a stored join link's target; null if an email must not link to it.
 *
 * @returns `unknownHost`: what to show next to the link if its host is not a known meeting host
 */
export function readJoinUrl(text: string): { href: string; unknownHost: string | null } | null {
  const url = parse(text);
  if (url === null || !isSafe(url)) return null;
  return { href: url.href, unknownHost: isMeetingUrl(url) ? null : url.hostname };
}

/** Returns the https URLs in the text, except to IP or local addresses, unwrapping mail filters' links. */
export function writtenUrls(text: string): URL[] {
  return writtenLinks(text).map(({ url }) => url);
}

/** Like `writtenUrls`, with the text before and after each link, its HTML entities decoded. */
export function writtenLinks(text: string): { url: URL; before: string; after: string }[] {
  // Pasted descriptions are stored as HTML, with `&amp;` for `&` in links.
  const decoded = decodeEntities(text);
  let end = 0;
  return [...decoded.matchAll(WRITTEN_URL)].flatMap((match) => {
    const before = decoded.slice(end, match.index);
    end = match.index + match[0].length;
    const url = unwrap(withScheme(match[0]));
    return url !== null && isSafe(url) ? [{ url, before, after: decoded.slice(end) }] : [];
  });
}

/** Matches URLs among words of any script, even without `https://`, which programs and people may omit. */
const WRITTEN_URL = /(?:https?:\/\/|(?<![\w.@:/-])(?=(?:[a-z\d-]+\.)+[a-z]{2,}\/))[!#-&(-;=?-[\]_a-z~]+/gi;

function findUrls(text: string): string[] {
  const found = decodeEntities(text).match(WRITTEN_URL) ?? [];
  return found.map(withScheme);
}

function withScheme(url: string): string {
  return /^https?:\/\//i.test(url) ? url : `https://${url}`;
}

/** Returns the address inside link wrappers, which may be nested. */
function unwrap(text: string): URL | null {
  let url = parse(text.replace(/[).,;:!?*\]]+$/, ''));
  for (let depth = 0; depth < 3 && url !== null; depth += 1) {
    const inner = wrappedAddress(url);
    if (inner === null) return url;
    url = parse(inner);
  }
  return url;
}

/** Link rewriters, and how each stores the address. Those that hide it (Mimecast, Cisco's short form) are missing. */
const WRAPPERS: readonly { host: RegExp; path: RegExp; read: (url: URL) => string | null }[] = [
  // SafeLinks, in mail and in Teams.
  { host: /\.safelinks\.protection\.(?:outlook\.com|office365\.us)$/, path: /^/, read: parameter('url') },
  { host: /^statics\.teams\.cdn\.office\.net$/, path: /\/safelinks\//, read: parameter('url') },
  { host: /^www\.google\.com$/, path: /^\/url$/, read: (url) => parameter('q')(url) ?? parameter('url')(url) },
  // On a meeting host, but not a join link.
  { host: /^meet\.google\.com$/, path: /^\/linkredirect$/, read: (url) => parameter('dest')(url) ?? '' },
  // Proofpoint, https://help.proofpoint.com/@api/deki/files/2775/urldecoder.py
  { host: /^urldefense\.proofpoint\.com$/, path: /^\/v2\//, read: readUrlDefense2 },
  { host: /^urldefense\.(?:com|us|proofpoint\.com)$/, path: /^\/v3\//, read: readUrlDefense3 },
  // Cisco.
  {
    host: /^secure-web\.cisco\.com$/,
    path: /\/https?%3a[^/]*$/i,
    read: ({ pathname }) => decode(pathname.slice(pathname.lastIndexOf('/') + 1)),
  },
  // Barracuda.
  { host: /^linkprotect\.cudasvc\.com$/, path: /^\/url$/, read: parameter('a') },
  // Trend Micro.
  { host: /\.trendmicro\.com$/, path: /^\/wis\/clicktime\//, read: parameter('url') },
];

function wrappedAddress(url: URL): string | null {
  const wrapper = WRAPPERS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  return wrapper?.read(url) ?? null;
}

function parameter(name: string): (url: URL) => string | null {
  return ({ searchParams }) => searchParams.get(name);
}

/** Reads an address written with `-` for `%` and `_` for `/`. */
function readUrlDefense2({ searchParams }: URL): string | null {
  return decode((searchParams.get('u') ?? '').replaceAll('-', '%').replaceAll('_', '/'));
}

const RUN_LENGTHS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Restores the characters moved from the address to a base64 suffix: `*` stands for the next of them, `**A` for the
 * next two, `**B` for three.
 */
function readUrlDefense3({ href }: URL): string | null {
  const [, address, replaced = ''] = /\/v3\/__(.+?)__;([^!]*)!/.exec(href) ?? [];
  const characters = fromBase64(replaced);
  let taken = 0;
  const restored = address?.replace(/\*(?:\*([\w-]))?/g, (_token, run?: string) => {
    const from = taken;
    taken += run === undefined ? 1 : RUN_LENGTHS.indexOf(run) + 2;
    return characters.slice(from, taken);
  });
  return restored ?? null;
}

function fromBase64(text: string): string {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return /^[a-z\d+/]*={0,2}$/i.test(base64) && base64.replace(/=+$/, '').length % 4 !== 1 ? atob(base64) : '';
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // URIError: a `%` without hex digits
  }
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Conference fields may contain any link; only https to a named host that is not local is accepted. */
function isSafe({ protocol, hostname, username, password, href }: URL): boolean {
  if (protocol !== 'https:' || username !== '' || password !== '' || href.length > URL_LENGTH) return false;
  return /^(?!.*\.local(?:host)?$)[a-z0-9.-]+\.[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname);
}

function isMeetingUrl(url: URL): boolean {
  const { hostname, pathname, port } = url;
  if (!isSafe(url) || port !== '') return false;
  return MEETING_HOSTS.some(({ host, path = ANY_PAGE }) => matchesHost(hostname, host) && path.test(pathname));
}

/**
 * Returns whether a host matches a pattern; `*.` stands for any subdomain, not the domain itself. `zoom.us.evil.com` is
 * not a subdomain of `zoom.us`.
 */
export function matchesHost(hostname: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
}
