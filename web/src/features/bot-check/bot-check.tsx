import { DEFAULT_SCRIPT_ID, Turnstile, type TurnstileInstance } from '@marsidev/react-turnstile';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { settings } from '#web/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { fetchChunk, retryChunks } from '#web/ui/fetch-chunk.ts';
import { useTheme } from '#web/ui/theme.ts';

export type BotCheckHandle = { reset: () => void };
type Props = {
  action: 'login' | 'register' | 'contact' | 'admin' | 'newsletter' | 'objection';
  /** The token, or null on error, expiry and reset. */
  onToken: (token: string | null) => void;
  ref?: Ref<BotCheckHandle>;
};

/** The bot verification widget, 65 px high. Tokens are single-use, so callers reset it after a failed request. */
export function BotCheck({ action, onToken, ref }: Props) {
  const widget = useRef<TurnstileInstance>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [theme] = useTheme();
  const failed = () => {
    setMessage('Security verification failed. Please try again.');
    onToken(null);
  };

  const isScriptMissing = useTurnstileScript(failed);
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
      {isScriptMissing && (
        <Button size="small" className="mt-2" onClick={retryChunks}>
          Retry
        </Button>
      )}
    </div>
  );
}

let script: Promise<Event> | undefined;

/**
 * Loads the widget script once for all screens; after a failure, the next call tries again. The library's own loading
 * does not support our configurable URL.
 */
function loadScript(): Promise<Event> {
  script ??= new Promise((resolve, reject) => {
    const tag = document.createElement('script');
    tag.id = DEFAULT_SCRIPT_ID;
    tag.src = `${settings.turnstileScriptUrl}?render=explicit`;
    tag.async = true;
    tag.addEventListener('load', resolve);
    tag.addEventListener('error', () => {
      tag.remove();
      script = undefined;
      reject(new Error('The security verification script failed to load'));
    });
    document.head.append(tag);
  });
  return script;
}

/** Loads the widget script, retrying automatically. @returns whether it failed and hasn't succeeded since */
function useTurnstileScript(onFailed: () => void): boolean {
  const failed = useEffectEvent(onFailed);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    fetchChunk(loadScript, () => {
      setMissing(true);
      failed();
    }).then(() => setMissing(false), reportError);
  }, []);
  return isMissing;
}
