import { parse } from 'bowser';

/** A browser as its user knows it, such as `Chrome on Windows`. What a caller says of itself proves nothing: it is shown, never relied on. */
export function deviceName(userAgent: string): string {
  const { browser, os } = parse(userAgent || ' ');
  const [program, system] = [browser.name, os.name].map((name) => name?.slice(0, 40));
  if (program && system) return `${program} on ${system}`;
  return program || system || 'Unknown browser';
}
