/**
 * Returns a safe redirect target after a sign-in or consent page: a path of ours, or null. Accepts paths and full
 * URLs of our origin.
 *
 * Browsers drop tabs and line breaks and read `\` as `/`, and proxies may decode `%2f`, so anything that could become
 * another host is rejected.
 *
 * @param publicUrl The product's own address, for example `https://foreword.example`.
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
  // `//host` and its encoded spellings, at the start or after resolving dot segments.
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
