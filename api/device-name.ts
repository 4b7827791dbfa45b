import { parse } from 'bowser';
import type { Request } from 'express';

/** Returns a browser's display name, such as `Chrome on Windows`. Proves nothing, since user agents can be forged. */
export function deviceName(userAgent: string): string {
  const { program, system } = readDevice(userAgent);
  if (program && system) return `${program} on ${system}`;
  return program || system || 'Unknown browser';
}

/** Returns the name of the device that sends a request. */
export function deviceNameOf(request: Request): string {
  return deviceName(request.get('user-agent') ?? '');
}

/** Returns the parts of the name, for translation; empty if unknown. */
export function readDevice(userAgent: string): { program: string; system: string } {
  const { browser, os } = parse(userAgent || ' ');
  return { program: browser.name?.slice(0, 40) ?? '', system: os.name?.slice(0, 40) ?? '' };
}
