import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Says that the device has no connection for as long as that is so; what was read before stays on the screen. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <output className="pointer-events-none fixed inset-x-4 bottom-4 z-[55] flex justify-center print:hidden">
      {!isOnline && (
        <span className="flex items-center gap-2 rounded-lg bg-primary px-3.5 py-2 text-sm font-medium text-on-primary shadow-overlay">
          <WifiOff size={16} aria-hidden="true" />
          You are offline. What you see may be out of date.
        </span>
      )}
    </output>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
