/** What to tell a person about something that was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : JSON.stringify(error);
}
