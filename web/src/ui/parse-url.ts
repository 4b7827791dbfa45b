/** Returns null if the text isn't a URL, like `URL.parse`, which Safari lacks before version 18. */
export function parseUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}
