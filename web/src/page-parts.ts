/** What Vite's manifest says of one part of the build. */
type Part = { file: string; imports?: string[]; isEntry?: boolean };

/** What the entry starts once a written page has been painted; it is part of every page all the same. */
const APPLICATION = 'src/application.tsx';

/**
 * The scripts with which a page comes to life: the entry, the application, the component of each of its routes and all these import at once, each file
 * once and in this order. What is imported later is not among them.
 *
 * @param routes such as `pricing` or `app/route`: the names of their files without the ending
 * @throws Error that names the part which the build does not have
 */
export function scriptsOfPage(manifest: Record<string, Part>, routes: readonly string[]): string[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const waiting = [...entries, APPLICATION, ...routes.map((route) => partOfRoute(manifest, route))];
  const seen = new Set<string>();
  for (const key of waiting) {
    if (seen.has(key)) continue;
    const part = manifest[key];
    if (!part) throw new Error(`The build has no part named ${key}; have whoever asks follow the routes.`);
    seen.add(key);
    waiting.push(...(part.imports ?? []));
  }
  return [...new Set([...seen].flatMap((key) => manifest[key]?.file ?? []))];
}

/** A route's loader, where it has one, stands in the same part and in its name. */
function partOfRoute(manifest: Record<string, Part>, route: string): string {
  const name = `src/routes/${route}.tsx?tsr-split=component`;
  const withLoader = `${name}---loader`;
  return manifest[withLoader] ? withLoader : name;
}
