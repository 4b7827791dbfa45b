/**
 * The addresses of the sources that a text of a report cites, `[1]` being the first of them.
 *
 * @param text With its citations, as reports keep it.
 * @param sources Of the same report. A number that none of them has counts for nothing.
 */
export function citedUrls(text: string, sources: readonly { url: string }[]): string[] {
  return [...text.matchAll(/\[(\d+)\]/g)].flatMap(([, number]) => sources[Number(number) - 1]?.url ?? []);
}
