import { parse } from 'bowser';

/** A browser as its user knows it, such as `Chrome on Windows`. What a caller says of itself proves nothing: it is shown, never relied on. */
export function deviceName(userAgent: string): string {
  const { program, system } = readDevice(userAgent);
  if (program && system) return `${program} on ${system}`;
  return program || system || 'Unknown browser';
}

/** What its name is made of, for those who say it in another language; empty where it is unknown. */
export function readDevice(userAgent: string): { program: string; system: string } {
  const { browser, os } = parse(userAgent || ' ');
  return { program: browser.name?.slice(0, 40) ?? '', system: os.name?.slice(0, 40) ?? '' };
}
