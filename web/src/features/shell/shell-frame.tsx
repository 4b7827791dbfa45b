import { useQuery } from '@tanstack/react-query';
import { Hourglass, Menu, WifiOff } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { SessionUser } from '#contract/auth.ts';
import { serviceQuery } from '#web/api/service.ts';
import { StepUp } from '#web/features/factors/step-up.tsx';
import { fetchChunk } from '#web/ui/fetch-chunk.ts';
import { Modal } from '#web/ui/modal.tsx';
import { StandingNotice } from '#web/ui/standing-notice.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

export type SidebarPlace = { layout: 'side' | 'drawer'; onNavigate: () => void };

type Props = {
  user: SessionUser;
  sidebar: ComponentType<SidebarPlace & { user: SessionUser }>;
  /** Shown next to the wordmark in the top bar on phones. */
  badge?: ReactNode;
  children: ReactNode;
};

/**
 * The frame of signed-in screens: a 232 px sidebar from 1024 px, a 56 px rail from 768 px, else a top bar with a
 * drawer.
 */
export function ShellFrame({ user, sidebar: Sidebar, badge, children }: Props) {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  useDrafts(user.id);
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[56px_minmax(0,1fr)] lg:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only rounded-md bg-primary px-3 py-2 text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-sunken md:flex print:hidden">
        <Sidebar user={user} layout="side" onNavigate={() => undefined} />
      </aside>
      <header
        data-stuck="bar"
        className="sticky top-0 z-30 flex h-14 items-center gap-3 border-b border-line bg-canvas px-4 md:hidden print:hidden"
      >
        <button
          type="button"
          aria-label="Open menu"
          aria-expanded={isDrawerOpen}
          onClick={() => setDrawerOpen(true)}
          className="-ml-2.5 grid size-11 place-items-center rounded-md text-ink2 hover:bg-hover"
        >
          <Menu size={20} />
        </button>
        <Wordmark />
        {badge}
      </header>
      {isDrawerOpen && (
        <Modal
          onClose={() => setDrawerOpen(false)}
          title="Menu"
          className="fixed inset-y-0 left-0 z-50 flex w-[min(288px,84vw)] flex-col bg-sunken shadow-overlay animate-[slide-in_180ms_var(--ease-out)]"
        >
          <Sidebar user={user} layout="drawer" onNavigate={() => setDrawerOpen(false)} />
        </Modal>
      )}
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        {children}
      </main>
      <div className="pointer-events-none fixed inset-x-4 bottom-4 z-[55] flex flex-col items-center gap-2 print:hidden">
        <EngineNotice />
        <OfflineNotice />
      </div>
      <StepUp />
    </div>
  );
}

function useDrafts(userId: string): void {
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    // From the start: the user may type before the chunk has loaded.
    const typedInto = new WeakSet<EventTarget>();
    document.addEventListener('input', ({ target }) => target && typedInto.add(target), { signal });
    fetchChunk(() => import('#web/auth/drafts.ts'))
      .then(({ keepDrafts }) => signal.aborted || keepDrafts(userId, typedInto, signal))
      .catch(reportError);
    return () => ended.abort();
  }, [userId]);
}

/** Shown while sync, research and briefings are down. */
function EngineNotice() {
  const { data } = useQuery(serviceQuery);
  return (
    <StandingNotice icon={Hourglass} shown={data?.engine === 'down'}>
      Sync, research and briefings are paused right now. Anything you request is saved and will run once we’re back.
    </StandingNotice>
  );
}

/** Shown while the device is offline. Loaded data stays on screen. */
function OfflineNotice() {
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
