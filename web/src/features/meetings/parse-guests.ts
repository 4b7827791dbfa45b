/** Text, @, text, dot, text. The server looks closer. */
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const NAMED = /^"?([^"<>]*?)"?\s*<([^<>]*)>$/;

export type Guest = { email: string; name?: string };

/**
 * What was typed or pasted as guests, one a line or parted by commas, semicolons or white space, as addresses or as `Ines Duarte <ines@brightwater.test>`.
 * @returns the guests, and the pieces that hold no address
 */
export function parseGuests(text: string): { guests: Guest[]; others: string[] } {
  const found = text
    .split(/[\n,;]+/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .flatMap(readPiece);
  return {
    guests: found.filter((guest) => typeof guest !== 'string'),
    others: found.filter((piece) => typeof piece === 'string'),
  };
}

/** `Ines Duarte <ines@brightwater.test>`, or the address alone. */
export function guestText({ email, name }: { email: string; name: string | null }): string {
  return name ? `${name} <${email}>` : email;
}

function readPiece(piece: string): (Guest | string)[] {
  const [, name = '', address] = NAMED.exec(piece) ?? [];
  if (address === undefined) {
    return piece.split(/\s+/).map((word) => (ADDRESS.test(word) ? { email: word } : word));
  }
  if (!ADDRESS.test(address.trim())) return [piece];
  return [{ email: address.trim(), ...(name.trim() !== '' && { name: name.trim() }) }];
}
