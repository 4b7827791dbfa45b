import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { postSocialSignIn } from '#web/api/auth.ts';
import { clearPendingSync, setPendingSync } from '#web/auth/pending-sync.ts';
import type { BotCheckHandle } from '#web/features/bot-check/bot-check.tsx';
import { LazyBotCheck } from '#web/features/bot-check/lazy-bot-check.tsx';
import type { failureNotice } from '#web/features/errors/failure-notice.ts';
import { deviceTimeZone } from '#web/features/time/device-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { GoogleIcon, MicrosoftIcon } from './provider-icons.tsx';

/** A separate chunk, since few visitors see a failure. If it fails to load, only the title is shown. */
const fetchWords = () => import('#web/features/errors/failure-notice.ts').catch(() => null);

type Words = { failureNotice: typeof failureNotice } | null;
type Props = { action: 'login' | 'register'; startTrial: boolean };

/** Bot verification, Google sign-in, and Microsoft as coming soon. With `startTrial`, continues where trials start. */
export function SocialSignIn({ action, startTrial }: Props) {
  const botCheck = useRef<BotCheckHandle>(null);
  const [botToken, setBotToken] = useState<string | null>(null);
  const words = useRef<Promise<Words>>(null);
  useEffect(() => {
    words.current = fetchWords();
  }, []);
  const verb = action === 'login' ? 'login' : 'sign up';

  const google = useMutation({
    mutationFn: (token: string) => {
      const callbackURL = `${window.location.origin}${startTrial ? '/app/settings?startTrial=true' : '/app'}`;
      return postSocialSignIn(
        { provider: 'google', callbackURL, timezone: deviceTimeZone(), locale: navigator.language },
        token,
      );
    },
    onSuccess: ({ url }) => {
      setPendingSync('google');
      // The Back button may restore this page from the back-forward cache, still busy.
      window.addEventListener('pageshow', startOver);
      window.location.assign(url);
    },
    onError: async (error) => {
      // Aborted by us.
      if (error instanceof ApiError && error.code === 'ABORTED') return;
      botCheck.current?.reset();
      const status = error instanceof ApiError && error.status;
      // The only refusal that visitors can fix is a failed bot check.
      if (status === 403) notify({ tone: 'error', title: error.message });
      // There is no session that a 401 could end, so the usual notice does not apply.
      else {
        const title = `Failed to ${verb} with Google`;
        const known = await words.current;
        notify({ tone: 'error', title, ...known?.failureNotice(status === 401 ? null : error, title) });
      }
    },
  });

  // Still true after success, while the browser leaves for Google.
  const isLeaving = google.isPending || google.isSuccess;

  function startOver({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    window.removeEventListener('pageshow', startOver);
    google.reset();
    botCheck.current?.reset();
    clearPendingSync();
  }

  return (
    <div className="flex flex-col gap-3">
      <LazyBotCheck ref={botCheck} action={action} onToken={setBotToken} />
      <Button
        variant="primary"
        size="large"
        className="w-full"
        disabled={import.meta.env.SSR}
        busy={isLeaving}
        onClick={() => {
          if (botToken === null) notify({ tone: 'error', title: 'Please complete security verification first.' });
          else google.mutate(botToken);
        }}
      >
        {!isLeaving && <GoogleIcon />}
        Continue with Google
      </Button>
      <Button size="large" className="w-full text-ink2" disabled={import.meta.env.SSR} onClick={announceMicrosoft}>
        <MicrosoftIcon />
        Microsoft
        <span className="rounded-sm bg-hover px-1.5 py-0.5 text-xs text-ink2">Coming Soon</span>
      </Button>
    </div>
  );
}

function announceMicrosoft(): void {
  const title = 'Microsoft authentication is coming soon!';
  notify({
    tone: 'blank',
    title,
    detail: 'Once signed in, you can connect your Outlook calendar in Settings.',
  });
}
