/**
 * Where a browser may be sent after a sign-in or a consent page: a path of our own, or a full URL of our own origin.
 *
 * Returns the path with query and fragment, or null for everything else. Browsers drop tabs and line breaks and read `\` as `/`, and proxies may
 * decode `%2f`, so whatever could become another host that way is refused before it is parsed.
 *
 * @param publicUrl the product's own address, for example `https://foreword.example`
 */
export function safeReturnPath(target: string, publicUrl: string): string | null {
  if (
    target.length > 2048 ||
    !target.isWellFormed() ||
    hasControlCharacter(target) ||
    target !== target.trim() ||
    target.includes('\\')
  )
    return null;
  const own = new URL(publicUrl);
  const isPath = target.startsWith('/');
  if (!isPath && !target.startsWith(`${own.origin}/`) && target !== own.origin) return null;
  const url = URL.canParse(target, own.href) ? new URL(target, own) : null;
  if (!url || url.origin !== own.origin || url.username !== '' || url.password !== '') return null;
  // `//host` and its encoded spellings, at the start or after dot segments were resolved.
  if (
    /^(?:\/|%2f|%5c)+(?:\/|%2f|%5c)/i.test(isPath ? target : url.pathname) ||
    /^\/(?:\/|%2f|%5c)/i.test(url.pathname)
  ) {
    return null;
  }
  return `${url.pathname}${url.search}${url.hash}`;
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
