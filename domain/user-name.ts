type Name = { firstName: string; lastName: string };

/** Scripts of names that begin with the family name. */
const FAMILY_FIRST = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\s]+$/u;

/** Returns the name as its owner writes it: `Robin Vale`, `山田 太郎`. */
export function displayName({ firstName, lastName }: Name): string {
  const parts = isFamilyFirst(firstName + lastName) ? [lastName, firstName] : [firstName, lastName];
  return parts.join(' ').trim();
}

/** Splits a display name after its first word, which is the family name in scripts that put it first. */
export function splitName(name: string): Name {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const others = rest.join(' ');
  return isFamilyFirst(name) && others !== ''
    ? { firstName: others, lastName: first }
    : { firstName: first, lastName: others };
}

/**
 * Returns how emails may address a user: as `name` in languages where the first name is usual, as `fullName` in others.
 * First names that come last are never used on their own: `name` is then the full name too.
 */
export function addressee(name: Name): { name: string; fullName: string } {
  const fullName = displayName(name);
  return { name: isFamilyFirst(fullName) ? fullName : name.firstName, fullName };
}

function isFamilyFirst(name: string): boolean {
  return FAMILY_FIRST.test(name);
}
