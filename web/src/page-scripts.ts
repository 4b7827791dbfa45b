/** One entry of Vite's manifest. */
type Chunk = { file: string; imports?: string[]; isEntry?: boolean };

/** Loaded by the entry on every page; on prerendered ones after the first paint. */
const APPLICATION = 'src/application.tsx';

/**
 * The scripts a page needs to become interactive: the entry, the application, the routes' components, then the static
 * imports of all of these. Lists each file once.
 * @param routes file names without extension, such as `pricing` or `app/route`
 * @throws Error with the name of a chunk missing from the build
 */
export function scriptsOfPage(manifest: Record<string, Chunk>, routes: readonly string[]): string[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const waiting = [...entries, APPLICATION, ...routes.map((route) => chunkOfRoute(manifest, route))];
  const seen = new Set<string>();
  for (const key of waiting) {
    if (seen.has(key)) continue;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk named ${key}. Update the list of routes that asked for it.`);
    seen.add(key);
    waiting.push(...(chunk.imports ?? []));
  }
  return [...new Set([...seen].flatMap((key) => manifest[key]?.file ?? []))];
}

/** Returns the key of a route's component chunk, which ends in `---loader` if it also holds the route's loader. */
function chunkOfRoute(manifest: Record<string, Chunk>, route: string): string {
  const name = `src/routes/${route}.tsx?tsr-split=component`;
  const withLoader = `${name}---loader`;
  return manifest[withLoader] ? withLoader : name;
}
