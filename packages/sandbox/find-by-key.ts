/**
 * Returns a function that finds a list's entries by a key, in the list's order. Many thousands of simulated users would
 * otherwise make the sandbox search whole lists for every request, and slow the product down more than any real vendor.
 *
 * @param keyOf An entry's key, which never changes. Lists must only be appended to or replaced.
 */
export function createFinder<Entry>(keyOf: (entry: Entry) => string): (list: Entry[], key: string) => Entry[] {
  const indexes = new WeakMap<Entry[], { count: number; byKey: Map<string, Entry[]> }>();
  return (list, key) => {
    const index = indexes.get(list) ?? { count: 0, byKey: new Map<string, Entry[]>() };
    indexes.set(list, index);
    for (const entry of list.slice(index.count)) {
      const same = index.byKey.get(keyOf(entry));
      if (same) same.push(entry);
      else index.byKey.set(keyOf(entry), [entry]);
    }
    index.count = list.length;
    return index.byKey.get(key) ?? [];
  };
}
