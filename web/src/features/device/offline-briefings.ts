import type { Meeting } from '#contract/meetings.ts';
import type { ResearchResult } from '#contract/research.ts';
import { KEPT_FOR, keptFor, OFFLINE_CACHE } from '#web/api/kept-for.ts';
import { storedUser } from '#web/api/logout-event.ts';
import { briefingText } from '#web/features/meetings/briefing-text.ts';

const FOLDER = '/offline-briefings/';
const MOST_KEPT = 20;
/** Lifetime of a stored briefing, the same as that of an unused session. */
const KEPT_MS = 7 * 86_400_000;
const PAGES = ['/offline.html', '/offline.js'];

/** Returns whether this browser can store briefings: false without HTTPS and in some private windows. */
export const canKeepBriefings = () => 'caches' in window && 'serviceWorker' in navigator;

export async function areBriefingsKept(): Promise<boolean> {
  return canKeepBriefings() && keptFor() !== null && (await caches.has(OFFLINE_CACHE));
}

/** Stores briefings on this device as they are read, until the session ends. */
export async function startKeeping(userId: string): Promise<void> {
  localStorage.setItem(KEPT_FOR, userId);
  await navigator.serviceWorker.register('/sw.js');
  const cache = await caches.open(OFFLINE_CACHE);
  await cache.addAll(PAGES);
}

export async function stopKeeping(): Promise<void> {
  await caches.delete(OFFLINE_CACHE);
}

/** Stores a briefing, if this is turned on. Beyond 20, deletes those read longest ago. */
export async function keepBriefing(meeting: Meeting, research: ResearchResult, when: string): Promise<void> {
  const owner = keptFor();
  if (owner === null || !(await areBriefingsKept())) return;
  const cache = await caches.open(OFFLINE_CACHE);
  const now = Date.now();
  // Skips the title and time, which are stored separately.
  const [, ...parts] = briefingText(meeting, research, when).split('\n\n');
  const kept = {
    title: meeting.title,
    when,
    text: parts.join('\n\n'),
    readAt: new Date(now).toISOString(),
    keptUntil: new Date(now + KEPT_MS).toISOString(),
  };
  const address = `${FOLDER}${meeting.id}`;
  // Deleted first, so that keys stay in the order of reading.
  await cache.delete(address);
  await cache.put(address, Response.json(kept));
  const addresses = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(FOLDER));
  await Promise.all(addresses.slice(0, -MOST_KEPT).map((old) => cache.delete(old)));
  // The session may have ended while this ran.
  if (storedUser() !== owner) await caches.delete(OFFLINE_CACHE);
}
