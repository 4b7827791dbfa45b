/** Returns a setting of an operator's command; undefined if missing or blank. */
export function setting(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}
