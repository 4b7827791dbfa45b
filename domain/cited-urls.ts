/**
 * Returns the URLs of the sources that the text cites; `[1]` is the first.
 *
 * @param text With citations, as stored in reports.
 * @param sources The same report's sources. Unknown numbers are ignored.
 */
export function citedUrls(text: string, sources: readonly { url: string }[]): string[] {
  return [...text.matchAll(/\[(\d+)\]/g)].flatMap(([, number]) => sources[Number(number) - 1]?.url ?? []);
}
