import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { StandingNotice } from '#web/ui/standing-notice.tsx';

/** Shown while the device is offline. Loaded data stays on screen. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <StandingNotice icon={WifiOff} shown={!isOnline}>
      You are offline. What you see may be out of date.
    </StandingNotice>
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
