/** Returns a readable message for anything thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : JSON.stringify(error);
}
