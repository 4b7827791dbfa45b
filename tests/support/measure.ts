/** Returns how long the call takes, in milliseconds. */
export async function measure(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}
