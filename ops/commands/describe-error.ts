/** Returns a readable message for anything thrown. */
export function describeError(error: unknown): string {
  // If a host name has several addresses, Node describes a failed connection only in the error's parts.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message : JSON.stringify(error);
}
