/** Returns a readable message for anything thrown. */
export function describeError(error: unknown): string {
  // Node reports a failed connection to a name with several addresses only in its parts.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message : JSON.stringify(error);
}
