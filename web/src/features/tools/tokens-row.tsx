import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '#contract/http.ts';
import type { AccessToken } from '#contract/tokens.ts';
import { deleteToken, postToken, tokensQuery } from '#web/api/tools.ts';
import { ListedItem, Listing } from '#web/features/settings/listing.tsx';
import { agoText, dateText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { NewSecretDialog } from './new-secret-dialog.tsx';
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
    <>
      <Listing
        id="access-tokens"
        title="Access tokens"
        hint={
          <>
            For scripts, CRMs and AI assistants that use your meetings and briefings. See the{' '}
            <a href="/api/docs" className={textLinkClass}>
              API documentation
            </a>
            . Assistants that let you set a header, such as Claude Code, Cursor and VS Code, connect over MCP at{' '}
            <span className="wrap-anywhere">{window.location.origin}/api/mcp</span> with{' '}
            <span className="whitespace-nowrap">Authorization: Bearer</span> and a token.
          </>
        }
        button={<Button onClick={() => setOpened({ kind: 'new' })}>Create token</Button>}
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
          description="Tools that use this token will lose access immediately. This cannot be undone."
          action="Revoke"
          failure="Failed to revoke the token"
          success="Token revoked"
          remove={() => deleteToken(opened.token.id)}
          onClose={close}
          onRemoved={renew}
        />
      )}
    </>
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

type Props = { onClose: () => void; onCreated: () => void };

const SCOPES: Record<string, Scope[]> = { read: ['read'], write: ['read', 'write'] };

const scopeOptions = [
  { value: 'read', label: 'Read meetings, research and briefings' },
  { value: 'write', label: 'Read, plus edit meetings and start research' },
];

const lifetimes = [7, 30, 90, 365].map((days) => ({
  value: String(days),
  label: days === 365 ? '1 year' : `${days} days`,
}));

/** Creates an access token and shows it once. */
function NewTokenDialog({ onClose, onCreated }: Props) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState('read');
  const [days, setDays] = useState('90');
  const [missing, setMissing] = useState<string>();
  const creation = useMutation({ mutationFn: postToken, onSuccess: onCreated });
  const create = (currentPassword?: string) =>
    creation.mutate({
      name,
      scopes: SCOPES[scope] ?? ['read'],
      expiresInDays: Number(days),
      ...(currentPassword === undefined ? {} : { currentPassword }),
    });

  return (
    <NewSecretDialog
      sending={creation}
      secret={creation.data?.token}
      label="Token"
      asking={{
        title: 'Create an access token',
        description:
          'Tools with this token can access your meetings and briefings, but never your account, billing or other tokens.',
      }}
      created={{
        title: 'Copy your token now',
        description: 'You won’t be able to see it again. Store it like a password.',
      }}
      button={['Create token', 'Creating...']}
      onSend={create}
      check={() => {
        const isEmpty = name.trim() === '';
        setMissing(isEmpty ? 'Please enter a name' : undefined);
        return !isEmpty;
      }}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="The tool you will use it with."
        value={name}
        error={missing}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label="Permissions"
        options={scopeOptions}
        value={scope}
        onChange={({ target }) => setScope(target.value)}
      />
      <SelectField
        label="Expires after"
        options={lifetimes}
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
    </NewSecretDialog>
  );
}
