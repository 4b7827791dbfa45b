import { parse } from 'tldts';

export type TextFault = 'blank' | 'too_long' | 'invisible_characters' | 'markup' | 'link' | 'mail_address';

const MAX_CHARACTERS = 600;
const MAIL_ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const LINK = /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\b(?:mailto|javascript|data):|[\p{L}\p{N}-]{2,}\.\p{L}{2,}\/\S/iu;
const HOST = /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}])/gu;
/** A dot in brackets or spelled out: readers take such text for a host name and type it. */
const BRACKETED_DOT =
  /(?<=[\p{L}\p{N}])(?:\s?[([{<]\s?\.\s?[)\]}>]\s?|[[{]\.|\.[\]}]|[([{<](?:\p{L}{2,5}|\p{Lo})[)\]}>])(?=[\p{L}\p{N}])/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;
const MARKUP = /<\/?[a-z!]|\]\(|!\[|\[\d+\]|```|\*\*/iu;
/** Some scripts need zero-width joiners for spelling; elsewhere they only hide something. */
const INVISIBLE =
  /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{M}])[\u200c\u200d]/u;
/** Direction marks, which right-to-left text needs next to figures and Latin names. */
const DIRECTION = /[\u200e\u200f\u061c]/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Returns why the text may not appear in an email: blank or too long, content that clients would link or render, hidden
 * characters, or an unknown email address.
 *
 * @param known Strings whose domains are allowed, since a company may be called Booking.com.
 */
export function findTextFault(
  text: string,
  { known, addresses: own }: { known: string; addresses: readonly string[] },
): TextFault | null {
  const plain = readable(text);
  if (plain.trim() === '') return 'blank';
  if (plain.length > MAX_CHARACTERS) return 'too_long';
  if (INVISIBLE.test(RIGHT_TO_LEFT.test(plain) ? plain.replaceAll(DIRECTION, '') : plain))
    return 'invisible_characters';
  if (LINK.test(plain)) return 'link';
  if (MARKUP.test(plain)) return 'markup';
  const addresses = plain.match(MAIL_ADDRESS) ?? [];
  if (addresses.some((address) => !own.some((one) => one.toLowerCase() === address.toLowerCase())))
    return 'mail_address';
  const hosts = hostsIn(known.replaceAll('@', ' '));
  const isForeign = (host: string) => parse(host).isIcann && !hosts.some((one) => `.${one}`.endsWith(`.${host}`));
  return hostsIn(plain.replaceAll(MAIL_ADDRESS, ' ')).some(isForeign) ? 'link' : null;
}

/** Finds hosts even next to letters of a script without spaces, which may or may not belong to the name. */
function hostsIn(text: string): string[] {
  const plain = readable(text).toLowerCase();
  return [plain, plain.replaceAll(UNSPACED, ' ')].flatMap((one) => one.match(HOST) ?? []);
}

function readable(text: string): string {
  return text.normalize('NFKC').replaceAll(BRACKETED_DOT, '.');
}
