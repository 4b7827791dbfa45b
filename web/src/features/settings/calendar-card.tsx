import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CalendarIntegration, ListedIntegration } from '#contract/calendar.ts';
import type { Provider } from '#contract/http.ts';
import { integrationsQuery, postAutoSync, postDisconnect } from '#web/api/calendar.ts';
import { invalidate } from '#web/api/invalidate.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { consentUrl } from '#web/auth/consent-popup.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { GoogleIcon, MicrosoftIcon } from '#web/features/auth-forms/provider-icons.tsx';
import { useAction } from '#web/features/errors/use-action.ts';
import { agoText, syncedText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { RemovalDialog } from '#web/features/tools/removal-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Status } from '#web/ui/status.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { CalendarList } from './calendar-list.tsx';
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
  const { connect, connecting, blocked, refused } = connection;
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
      {provider === 'microsoft' && refused === provider && <AdminConsentRow />}
      {integration?.syncProblem && (
        <output className="block border-t border-line bg-warning-soft px-5 py-3 text-warning">
          {integration.syncProblem.message}
        </output>
      )}
      {integration && <SyncFindings findings={integration.findings} />}
      {integration && <AutoSyncSwitch integration={integration} />}
      {integration && <CalendarList provider={provider} />}
      {integration && isAsking && <DisconnectDialog integration={integration} onClose={() => setAsking(false)} />}
    </Card>
  );
}

/** Most organizations don't let users consent themselves; users can then only close Microsoft's page. */
function AdminConsentRow() {
  const link = `${window.location.origin}/api/auth/microsoft/admin-consent`;
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
      <p className="flex-1 basis-60 text-ink2">
        Your organization may require an administrator’s approval. Send your administrator this link; once they approve,
        connect again.
      </p>
      <Button onClick={() => void copyText(link, 'Link copied')}>Copy approval link</Button>
    </div>
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

function AutoSyncSwitch({ integration }: { integration: CalendarIntegration }) {
  const { provider, syncEnabled } = integration;
  const toggle = useAction({
    run: (enabled: boolean) => postAutoSync({ provider, enabled }),
    success: ({ message }) => message,
    failure: 'Failed to change auto-sync',
    stale: [integrationsQuery.queryKey],
    isStaleAnyway: true,
  });
  return (
    <SwitchRow
      id={`auto-sync-${provider}`}
      title="Auto-sync"
      hint="New, moved and cancelled events sync automatically. When off, we only sync when you ask."
      className="border-t border-line"
      checked={toggle.isPending ? toggle.variables : syncEnabled}
      onCheckedChange={(enabled) => toggle.mutate(enabled)}
    />
  );
}

/** Microsoft has no API to revoke a grant: users see it in their Microsoft account until they remove it there. */
const REVOCATIONS: Record<Provider, string> = {
  google: 'We’ll delete our access tokens and ask Google to revoke them.',
  microsoft: 'We’ll delete our access tokens; you can also remove our access in your Microsoft account.',
};

function DisconnectDialog({ integration, onClose }: { integration: CalendarIntegration; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { provider, accountEmail } = integration;
  const name = providerName(provider);
  return (
    <RemovalDialog
      title={`Disconnect ${name} Calendar?`}
      description={`Foreword will stop syncing ${accountEmail} and won’t send briefings for its meetings. ${REVOCATIONS[provider]}`}
      keep="Keep it"
      action="Disconnect"
      success={`${name} Calendar disconnected`}
      failure={`Failed to disconnect ${name} calendar`}
      remove={() => postDisconnect({ provider })}
      onClose={onClose}
      onRemoved={() => invalidate(queryClient, [integrationsQuery.queryKey, meetingsKey])}
    />
  );
}
