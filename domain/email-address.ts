import { foldCase } from './fold-case.ts';

/** RFC 5321: 64 before the @, 255 after it. */
const ADDRESS_LENGTH = 320;
const ADDRESS = /^[^\s\p{Cc}\p{Cs}@<>()[\]"\\,;:]+@[^@]+$/u;
const HOST = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}])?$/u;
/** Ends in a top-level domain, which is never numeric. */
const PUBLIC_HOST = /\.[a-z][a-z\d-]*[a-z\d]$/;

/**
 * Returns an address with ASCII case folded, accents composed (RFC 6532) and its host in DNS form: `Ines@München.de` ->
 * `ines@xn--mnchen-3ya.de`. Null if it isn't one, is quoted, or its host can't receive mail (`4711@localhost`).
 */
export function readAddress(text: string): string | null {
  const address = foldCase(text.normalize('NFC'));
  if (address.length > ADDRESS_LENGTH || !ADDRESS.test(address)) return null;
  const [local = '', domain = ''] = address.split('@');
  const host = readHost(domain);
  return host === null ? null : `${local}@${host}`;
}

/** Returns a public host name in DNS form: lower case, ASCII, without a trailing dot. Null if it isn't one. */
export function readHost(text: string): string | null {
  const name = text.replace(/\.$/, '');
  if (name.length > ADDRESS_LENGTH || !HOST.test(name)) return null;
  // The URL parser converts hosts and, unlike `domainToASCII`, also exists in browsers.
  const url = `https://${name}`;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return PUBLIC_HOST.test(host) ? host : null;
}
