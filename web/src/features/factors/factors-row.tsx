import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Factors } from '#contract/factors.ts';
import { deletePasskey, deleteTotp, factorsQuery, postRecoveryCodes } from '#web/api/factors.ts';
import { useAction } from '#web/features/errors/use-action.ts';
import { ListedItem, Listing } from '#web/features/settings/listing.tsx';
import { agoText, dateText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { RemovalDialog } from '#web/features/tools/removal-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

type Opened = { kind: 'totp' | 'passkey' } | { kind: 'codes'; codes: string[] } | { kind: 'remove'; factor: Listed };

/** A factor in the list. */
type Listed = {
  id: string;
  kind: string;
  name: string;
  /** The name within a sentence. */
  called: string;
  createdAt: string;
  lastUsedAt: string | null;
  remove: () => Promise<unknown>;
};

/** Lists, adds and removes the account's second factors, and creates new recovery codes. */
export function FactorsRow() {
  const query = useQuery(factorsQuery);
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const renew = () => void queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
  const showCodes = (codes: string[]) => {
    renew();
    setOpened(codes.length > 0 ? { kind: 'codes', codes } : null);
  };
  const listed = query.data ? listOf(query.data) : [];
  return (
    <>
      <Listing
        id="factors"
        title="Second factor"
        hint="An extra step when you sign in with your password or Google account."
        button={
          query.data && (
            <div className="flex flex-wrap justify-end gap-2 max-sm:justify-start">
              <Button onClick={() => setOpened({ kind: 'passkey' })}>Add passkey</Button>
              {query.data.totp === null && (
                <Button onClick={() => setOpened({ kind: 'totp' })}>Add authenticator app</Button>
              )}
            </div>
          )
        }
        query={query}
        rows={query.data && listed}
        failure="Failed to load your second factors"
        lastItem={query.data && <CodesItem left={query.data.recoveryCodesLeft} onRenewed={showCodes} />}
      >
        {(factor) => (
          <FactorItem key={factor.id} factor={factor} onRemove={() => setOpened({ kind: 'remove', factor })} />
        )}
      </Listing>
      {opened?.kind === 'totp' && <TotpDialog onClose={close} onAdded={showCodes} />}
      {opened?.kind === 'passkey' && <PasskeyDialog onClose={close} onAdded={showCodes} />}
      {opened?.kind === 'codes' && <RecoveryCodesDialog codes={opened.codes} onClose={close} />}
      {opened?.kind === 'remove' && (
        <RemovalDialog
          title={`Remove ${opened.factor.called}?`}
          description={
            listed.length === 1
              ? 'You’ll sign in with just your password or Google account, and your recovery codes will stop working.'
              : 'You’ll no longer be able to sign in with it. Your other second factors will still work.'
          }
          action="Remove"
          failure={`Failed to remove ${opened.factor.called}`}
          success={`${opened.factor.kind} removed`}
          remove={opened.factor.remove}
          onClose={close}
          onRemoved={renew}
        />
      )}
    </>
  );
}

function listOf({ totp, passkeys }: Factors): Listed[] {
  const app = totp && {
    id: 'totp',
    kind: 'Authenticator app',
    name: 'Authenticator app',
    called: 'your authenticator app',
    ...totp,
    remove: deleteTotp,
  };
  const keys = passkeys.map(({ name, ...passkey }) => ({
    ...passkey,
    kind: 'Passkey',
    name: `Passkey: ${name}`,
    called: `the passkey ${name}`,
    remove: () => deletePasskey(passkey.id),
  }));
  return app ? [...keys, app] : keys;
}

function FactorItem({ factor, onRemove }: { factor: Listed; onRemove: () => void }) {
  const { name, called, createdAt, lastUsedAt } = factor;
  const timeZone = useTimeZone();
  const nowMs = useNow();
  const used = lastUsedAt === null ? 'not used yet' : `last used ${agoText(lastUsedAt, nowMs)}`;
  return (
    <ListedItem title={name} note={`Added on ${dateText(createdAt, timeZone)}, ${used}`}>
      <Button size="small" aria-label={`Remove ${called}`} onClick={onRemove}>
        Remove
      </Button>
    </ListedItem>
  );
}

function CodesItem({ left, onRenewed }: { left: number; onRenewed: (codes: string[]) => void }) {
  const renewal = useAction({
    run: () => postRecoveryCodes(),
    failure: 'Failed to create new recovery codes',
    onDone: ({ recoveryCodes }) => onRenewed(recoveryCodes),
  });
  return (
    <ListedItem title="Recovery codes" note={left === 0 ? 'None left.' : `${left} left. New codes replace them.`}>
      <Button size="small" busy={renewal.isPending} onClick={() => renewal.mutate()}>
        Create new codes
      </Button>
    </ListedItem>
  );
}
