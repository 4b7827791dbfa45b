/** Text, @, text, dot, text. The server looks closer. */
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
/** Parted by lines, commas and semicolons, of which a name in quotes and an address in angle brackets may hold some. */
const PIECE = /(?:"(?:\\.|[^"\\\n])*"|<[^<>\n]*>|[^\n,;])+/g;
const NAMED = /^(?:"((?:\\.|[^"\\])*)"|([^"<>]*?))\s*<([^<>]*)>$/;

export type Guest = { email: string; name?: string };

/**
 * What was typed or pasted as guests, one a line or parted by commas, semicolons or white space, as addresses or as `Ines Duarte <ines@brightwater.test>`.
 * @returns the guests, and the pieces that hold no address
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

/** `Ines Duarte <ines@brightwater.test>`, or the address alone; in quotes where the name holds what parts guests. */
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
