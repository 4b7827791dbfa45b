import { type ReactNode, useState } from 'react';
import type { ListedIntegration } from '#contract/calendar.ts';
import type { Provider } from '#contract/http.ts';
import { consentUrl } from '#web/auth/consent-popup.ts';
import { GoogleIcon, MicrosoftIcon } from '#web/features/auth-forms/provider-icons.tsx';
import { agoText, syncedText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Status } from '#web/ui/status.tsx';
import { AutoSyncSwitch } from './auto-sync-switch.tsx';
import { CalendarList } from './calendar-list.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { SyncFindings } from './sync-findings.tsx';
import { type CalendarConnection, connectReturnUrl } from './use-connect-calendar.ts';

const CALENDARS: Record<Provider, { title: string; icon: ReactNode }> = {
  google: { title: 'Google Calendar', icon: <GoogleIcon /> },
  microsoft: { title: 'Microsoft Outlook', icon: <MicrosoftIcon /> },
};

type Props = {
  provider: Provider;
  /** The connected account, or null. */
  integration: ListedIntegration | null;
  connection: CalendarConnection;
};

export function CalendarCard({ provider, integration, connection }: Props) {
  const { connect, connecting, blocked } = connection;
  const isConnecting = connecting === provider;
  const [isAsking, setAsking] = useState(false);
  const { title, icon } = CALENDARS[provider];
  const titleId = `calendar-${provider}`;
  const needsReconnect = integration?.status === 'reconnect_needed';
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
        <span className="grid size-9 shrink-0 place-items-center rounded-md border border-line bg-canvas">{icon}</span>
        <div className="min-w-0 flex-1 basis-48">
          <h3 id={titleId} className="text-md font-medium">
            {title}
          </h3>
          {integration ? (
            <ConnectedLine integration={integration} />
          ) : (
            <p className="text-sm text-ink3">Read-only. We never change your events.</p>
          )}
        </div>
        <div className="flex gap-2">
          {(!integration || needsReconnect) && (
            <Button
              variant="primary"
              aria-describedby={titleId}
              busy={isConnecting}
              disabled={connecting !== null && !isConnecting}
              onClick={() => connect(provider)}
            >
              {isConnecting ? 'Connecting...' : needsReconnect ? 'Reconnect' : 'Connect'}
            </Button>
          )}
          {integration && (
            <Button variant="danger" aria-describedby={titleId} onClick={() => setAsking(true)}>
              Disconnect
            </Button>
          )}
        </div>
      </div>
      {blocked === provider && (
        <div role="alert" className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
          <p className="flex-1 text-ink2">Your browser blocked the popup.</p>
          <a href={consentUrl(provider, false, connectReturnUrl(provider))} className={buttonClass('secondary')}>
            Continue in this tab
          </a>
        </div>
      )}
      {integration?.syncProblem && (
        <output className="block border-t border-line bg-warning-soft px-5 py-3 text-warning">
          {integration.syncProblem.message}
        </output>
      )}
      {integration && <SyncFindings findings={integration.findings} />}
      {integration && <AutoSyncSwitch integration={integration} />}
      {integration && <CalendarList provider={provider} />}
      {integration && <DisconnectDialog integration={integration} open={isAsking} onOpenChange={setAsking} />}
    </Card>
  );
}

function ConnectedLine({ integration }: { integration: ListedIntegration }) {
  const nowMs = useNow();
  const { accountEmail, isSyncing, lastSyncAt, syncProblem } = integration;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p className="truncate text-sm text-ink2">{accountEmail}</p>
      {syncProblem ? (
        <>
          <Status tone="warning">
            {syncProblem.code === 'reconnect_needed' ? 'Reconnect needed' : 'Sync failing'}
          </Status>
          <p className="text-sm text-ink3">{syncedText(lastSyncAt, nowMs)}</p>
        </>
      ) : isSyncing ? (
        <Status tone="accent" active>
          Syncing...
        </Status>
      ) : (
        <Status tone="success">
          {lastSyncAt === null ? 'Connected, not synced yet' : `Connected, synced ${agoText(lastSyncAt, nowMs)}`}
        </Status>
      )}
    </div>
  );
}
