import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { thisPart } from './this-part.ts';

/**
 * Preloaded into each process of a fault run (`--import`): shifts `Date` by that process's offset
 * in the file NODE_CLOCKS, like a machine with a wrong clock. Timers are unaffected.
 */
const LOOK_MS = 200;
const file = process.env['NODE_CLOCKS'];
const offsets = z.record(z.string(), z.number());

if (file !== undefined && thisPart !== undefined) {
  const part = thisPart;
  const trueNow = Date.now;
  let offsetMs = 0;
  const look = () => {
    offsetMs = readOffset(file, part);
  };
  look();
  setInterval(look, LOOK_MS).unref();
  Date.now = () => trueNow() + offsetMs;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget),
  });
}

function readOffset(path: string, name: string): number {
  try {
    return offsets.parse(JSON.parse(readFileSync(path, 'utf8')))[name] ?? 0;
  } catch (error) {
    // No clock has been moved yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
