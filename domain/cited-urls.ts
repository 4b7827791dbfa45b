/**
 * Returns the URLs of the sources that the text cites, `[1]` being the first.
 *
 * @param text With citations, as stored in reports.
 * @param sources Of the same report. Unknown numbers are ignored.
 */
export function citedUrls(text: string, sources: readonly { url: string }[]): string[] {
  return [...text.matchAll(/\[(\d+)\]/g)].flatMap(([, number]) => sources[Number(number) - 1]?.url ?? []);
}
