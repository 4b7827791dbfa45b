import { DEFAULT_SCRIPT_ID, Turnstile, type TurnstileInstance } from '@marsidev/react-turnstile';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { settings } from '#web/settings.ts';
import { useTheme } from '#web/ui/theme.ts';

export type BotCheckHandle = { reset: () => void };
type Props = {
  action: 'login' | 'register' | 'contact' | 'newsletter';
  /** The token once verified; null again on error, expiry or reset. */
  onToken: (token: string | null) => void;
  ref?: Ref<BotCheckHandle>;
};

/** The bot verification. Its 65 px are reserved from the start; a token is good for one call, so that callers reset it after use. */
export function BotCheck({ action, onToken, ref }: Props) {
  const widget = useRef<TurnstileInstance>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [theme] = useTheme();
  const failed = () => {
    setMessage('Security verification failed. Please try again.');
    onToken(null);
  };

  useTurnstileScript(failed);
  useImperativeHandle(ref, () => ({
    reset: () => {
      onToken(null);
      widget.current?.reset();
    },
  }));

  return (
    <div>
      <div className="h-[65px] overflow-hidden">
        <Turnstile
          ref={widget}
          siteKey={settings.turnstileSiteKey}
          injectScript={false}
          options={{ action, size: 'flexible', theme: theme === 'system' ? 'auto' : theme }}
          onSuccess={(token) => {
            setMessage(null);
            onToken(token);
          }}
          onError={failed}
          onExpire={() => {
            setMessage('Security verification expired. Please verify again.');
            onToken(null);
          }}
        />
      </div>
      <p role="alert" className="text-sm text-danger not-empty:mt-2">
        {message}
      </p>
    </div>
  );
}

/** Our own script tag: its address is a setting, which the component would not take. One tag serves all screens. */
function useTurnstileScript(onFailed: () => void): void {
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(() => {
    if (document.getElementById(DEFAULT_SCRIPT_ID)) return;
    const script = document.createElement('script');
    script.id = DEFAULT_SCRIPT_ID;
    script.src = `${settings.turnstileScriptUrl}?render=explicit`;
    script.async = true;
    script.addEventListener('error', () => {
      // Removed, so that the next visit of a form tries again.
      script.remove();
      failed.current();
    });
    document.head.append(script);
  }, []);
}
