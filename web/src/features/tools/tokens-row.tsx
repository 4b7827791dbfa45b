import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessToken } from '#contract/tokens.ts';
import { deleteToken, tokensQuery } from '#web/api/tools.ts';
import { ListedItem } from '#web/features/settings/listed-item.tsx';
import { Listing } from '#web/features/settings/listing.tsx';
import { agoText, dateText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { RemovalDialog } from './removal-dialog.tsx';

type Opened = { kind: 'new' } | { kind: 'revoke'; token: AccessToken };

/** Lists, creates and revokes the account's access tokens. */
export function TokensRow() {
  const query = useQuery(tokensQuery);
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const renew = () => void queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
  return (
    <div>
      <SettingRow
        id="access-tokens"
        title="Access tokens"
        hint={
          <>
            For scripts, CRMs and AI assistants that use your meetings and briefings. See the{' '}
            <a href="/api/docs" className={textLinkClass}>
              API documentation
            </a>
            , or connect an assistant over MCP at{' '}
            <span className="wrap-anywhere">{window.location.origin}/api/mcp</span>.
          </>
        }
        className="max-sm:flex-wrap"
      >
        <Button onClick={() => setOpened({ kind: 'new' })}>Create token</Button>
      </SettingRow>
      <Listing
        labelledBy="access-tokens"
        query={query}
        rows={query.data?.tokens}
        failure="Failed to load your access tokens"
        empty="No tokens yet."
      >
        {(token) => <TokenItem key={token.id} token={token} onRevoke={() => setOpened({ kind: 'revoke', token })} />}
      </Listing>
      {opened?.kind === 'new' && <NewTokenDialog onClose={close} onCreated={renew} />}
      {opened?.kind === 'revoke' && (
        <RemovalDialog
          title={`Revoke ${opened.token.name}?`}
          description="Tools that use this token lose access at once. This cannot be undone."
          action="Revoke"
          failure="Failed to revoke the token"
          success="Token revoked"
          remove={() => deleteToken(opened.token.id)}
          onClose={close}
          onRemoved={renew}
        />
      )}
    </div>
  );
}

function TokenItem({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, scopes, expiresAt, lastUsedAt } = token;
  const timeZone = useTimeZone();
  const nowMs = useNow();
  const access = scopes.includes('write') ? 'Read and write' : 'Read only';
  const used = lastUsedAt === null ? 'never used' : `last used ${agoText(lastUsedAt, nowMs)}`;
  return (
    <ListedItem title={name} note={`${access}, expires on ${dateText(expiresAt, timeZone)}, ${used}`}>
      <Button size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </ListedItem>
  );
}
