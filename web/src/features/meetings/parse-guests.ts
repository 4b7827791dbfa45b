/** Text, @, text, dot, text. The server is stricter. */
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
/** Splits at line breaks, commas and semicolons, except inside quotes and angle brackets. */
const PIECE = /(?:"(?:\\.|[^"\\\n])*"|<[^<>\n]*>|[^\n,;])+/g;
const NAMED = /^(?:"((?:\\.|[^"\\])*)"|([^"<>]*?))\s*<([^<>]*)>$/;

export type Guest = { email: string; name?: string };

/**
 * Parses guests separated by line breaks, commas, semicolons or whitespace: addresses, or
 * `Ines Duarte <ines@brightwater.test>`.
 * @returns the guests, and the pieces without a valid address
 */
export function parseGuests(text: string): { guests: Guest[]; others: string[] } {
  const found = (text.match(PIECE) ?? [])
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .flatMap(readPiece);
  return {
    guests: found.filter((guest) => typeof guest !== 'string'),
    others: found.filter((piece) => typeof piece === 'string'),
  };
}

/** `Ines Duarte <ines@brightwater.test>`, or just the address; quotes names that contain separators. */
export function guestText({ email, name }: { email: string; name: string | null }): string {
  if (!name) return email;
  const written = /[,;<>"\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name;
  return `${written} <${email}>`;
}

function readPiece(piece: string): (Guest | string)[] {
  const [, quoted, plain = '', address] = NAMED.exec(piece) ?? [];
  if (address === undefined) {
    return piece.split(/\s+/).map((word) => (ADDRESS.test(word) ? { email: word } : word));
  }
  if (!ADDRESS.test(address.trim())) return [piece];
  const name = (quoted?.replaceAll(/\\(.)/g, '$1') ?? plain).trim();
  return [{ email: address.trim(), ...(name !== '' && { name }) }];
}
