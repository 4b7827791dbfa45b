type Name = { firstName: string; lastName: string };

/** Scripts of names that begin with the family name. */
const FAMILY_FIRST = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\s]+$/u;

/** Returns the name as its owner writes it: `Robin Vale`, `山田 太郎`. */
export function displayName({ firstName, lastName }: Name): string {
  const parts = isFamilyFirst(firstName + lastName) ? [lastName, firstName] : [firstName, lastName];
  return parts.join(' ').trim();
}

/** Splits a display name. The first word is the first or the family name, and all others are the other one. */
export function splitName(name: string): Name {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const others = rest.join(' ');
  return isFamilyFirst(name) && others !== ''
    ? { firstName: others, lastName: first }
    : { firstName: first, lastName: others };
}

/**
 * Returns how emails to a user may address them: by first name where that is usual, otherwise in full (`fullName`),
 * which depends on the email's language. Nobody is addressed by a first name that comes last.
 */
export function addressee(name: Name): { name: string; fullName: string } {
  const fullName = displayName(name);
  return { name: isFamilyFirst(fullName) ? fullName : name.firstName, fullName };
}

function isFamilyFirst(name: string): boolean {
  return FAMILY_FIRST.test(name);
}
