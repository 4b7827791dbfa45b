const here = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns whether a sign-in may redirect to this URI: loopback, or the product's own origin. */
export function mayRedirectTo(uri: string, productUrl: string): boolean {
  const url = URL.parse(uri);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash !== '' || url.username !== '') return false;
  return here.has(url.hostname) || url.origin === new URL(productUrl).origin;
}
