/**
 * Reads a suite's vendor keys from the environment. Returns undefined if none is set, so that the suite runs against
 * the sandbox only.
 * @throws if only some are set, listing the missing ones
 */
export function readKeys<N extends `CONTRACT_${string}`>(...names: N[]): Record<N, string> | undefined {
  const given = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  if (given.length === 0) return undefined;
  const keys: Partial<Record<N, string>> = {};
  for (const [name, value] of given) keys[name] = value;
  if (isComplete(keys, names)) return keys;
  const missing = names.filter((name) => keys[name] === undefined);
  throw new Error(`The contract suite needs ${missing.join(', ')} as well.`);
}

function isComplete<N extends string>(keys: Partial<Record<N, string>>, names: N[]): keys is Record<N, string> {
  return names.every((name) => keys[name] !== undefined);
}
