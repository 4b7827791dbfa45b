import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { postSocialSignIn } from '#web/api/auth.ts';
import { setPendingSync } from '#web/auth/pending-sync.ts';
import type { BotCheckHandle } from '#web/features/bot-check/bot-check.tsx';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { deviceTimeZone } from '#web/features/time/device-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { GoogleIcon, MicrosoftIcon } from './provider-icons.tsx';

// Waits for a script of its own anyway; the form need not wait with it.
const BotCheck = lazy(() =>
  import('#web/features/bot-check/bot-check.tsx').then((module) => ({ default: module.BotCheck })),
);

type Props = { action: 'login' | 'register'; startTrial: boolean };

/** Bot verification, then Google; Microsoft is announced. `startTrial` brings the user back to where the trial begins. */
export function SocialSignIn({ action, startTrial }: Props) {
  const botCheck = useRef<BotCheckHandle>(null);
  const [botToken, setBotToken] = useState<string | null>(null);
  const reportFailure = useReportFailure();
  const verb = action === 'login' ? 'login' : 'sign up';

  const google = useMutation({
    mutationFn: (token: string) => {
      const callbackURL = `${window.location.origin}${startTrial ? '/app/settings?startTrial=true' : '/app'}`;
      return postSocialSignIn({ provider: 'google', callbackURL, timezone: deviceTimeZone() }, token);
    },
    onSuccess: ({ url }) => {
      setPendingSync('google');
      window.location.assign(url);
    },
    onError: (error) => {
      botCheck.current?.reset();
      reportFailure(error, `Failed to ${verb} with Google`);
    },
  });

  return (
    <div className="flex flex-col gap-3">
      <Suspense fallback={<div className="h-[65px]" />}>
        <BotCheck ref={botCheck} action={action} onToken={setBotToken} />
      </Suspense>
      <Button
        size="large"
        className="w-full"
        // Kept busy after success too: the browser is on its way to Google.
        busy={google.isPending || google.isSuccess}
        onClick={() => {
          if (botToken === null) notify({ tone: 'error', title: 'Please complete security verification first.' });
          else google.mutate(botToken);
        }}
      >
        {!google.isPending && !google.isSuccess && <GoogleIcon />}
        Continue with Google
      </Button>
      <Button
        size="large"
        className="w-full text-ink2"
        onClick={() => notify({ tone: 'blank', title: 'Microsoft authentication is coming soon!' })}
      >
        <MicrosoftIcon />
        Microsoft
        <span className="rounded-sm bg-hover px-1.5 py-0.5 text-xs text-ink2">Coming Soon</span>
      </Button>
    </div>
  );
}
