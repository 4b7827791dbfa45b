import { useSyncExternalStore } from 'react';

const KEY = 'single-key-shortcuts';
const listeners = new Set<() => void>();

/** Whether single-key shortcuts are on in this browser. Speech input users may turn them off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areSingleKeysOn), switchSingleKeys];
}

function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
