import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '#contract/auth.ts';
import { deleteSession, getAccountExport, ownSessionsQuery, postRevokeOtherSessions } from '#web/api/account.ts';
import { postForgetPassword } from '#web/api/auth.ts';
import { profileQuery } from '#web/api/profile.ts';
import { useAction } from '#web/features/errors/use-action.ts';
import { FactorsRow } from '#web/features/factors/factors-row.tsx';
import { agoText, dateText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { DangerZone } from './danger-zone.tsx';
import { ListedItem, Listing } from './listing.tsx';

export function AccountSection() {
  return (
    <div className="flex flex-col gap-4">
      <Card className="divide-y divide-line">
        <PasswordRow />
        <FactorsRow />
        <SessionsRow />
        <ExportRow />
      </Card>
      <DangerZone />
    </div>
  );
}

function ExportRow() {
  const download = useAction({
    run: async () => {
      const account = await getAccountExport();
      const name = `foreword-export-${account.exportedAt.slice(0, 10)}.json`;
      saveFile(name, JSON.stringify(account, null, 2), 'application/json');
      return name;
    },
    success: (name) => `${name} saved`,
    failure: 'Failed to export your data',
  });
  return (
    <SettingRow
      id="export"
      title="Your data"
      hint="Profile, calendars, meetings, research, emails and activity, as one JSON file. No passwords or keys."
      className="max-sm:flex-wrap"
    >
      <Button busy={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Preparing...' : 'Download data'}
      </Button>
    </SettingRow>
  );
}

/** Passwords change through an emailed link, so that access to an open browser is not enough. */
function PasswordRow() {
  const { data: profile } = useQuery(profileQuery);
  const email = profile?.email;
  const send = useAction({
    run: (address: string) => postForgetPassword({ email: address }),
    success: (message = 'Check your email') => message,
    successMs: 4000,
    failure: 'Failed to send reset email',
  });
  return (
    <SettingRow
      id="password"
      title="Password"
      hint={`We’ll send ${email ?? 'you'} a link to set or change it. Changing it signs you out everywhere.`}
      className="max-sm:flex-wrap"
    >
      <Button busy={send.isPending} disabled={email === undefined} onClick={() => email && send.mutate(email)}>
        {send.isPending ? 'Sending...' : 'Send link'}
      </Button>
    </SettingRow>
  );
}

/** The user's sessions by browser, with buttons to sign out. */
function SessionsRow() {
  const query = useQuery(ownSessionsQuery);
  const revoke = useAction({
    run: () => postRevokeOtherSessions(),
    success: ({ message }) => message,
    successMs: 4000,
    failure: 'Failed to sign out the other sessions',
    stale: [ownSessionsQuery.queryKey],
  });
  return (
    <Listing
      id="sessions"
      title="Sessions"
      hint="Where you’re signed in. Sessions end after 7 days of inactivity, and after 30 days at the latest."
      button={
        <Button busy={revoke.isPending} onClick={() => revoke.mutate()}>
          Sign out everywhere else
        </Button>
      }
      query={query}
      rows={query.data?.sessions}
      failure="Failed to load your sessions"
    >
      {(session) => <SessionItem key={session.id} session={session} />}
    </Listing>
  );
}

function SessionItem({ session: { id, device, signedInAt, lastUsedAt, isCurrent } }: { session: OwnSession }) {
  const timeZone = useTimeZone();
  const nowMs = useNow();
  const end = useAction({
    run: () => deleteSession(id),
    success: ({ message }) => message,
    failure: 'Failed to sign out that browser',
    stale: [ownSessionsQuery.queryKey],
  });
  return (
    <ListedItem
      title={device}
      note={`Signed in on ${dateText(signedInAt, timeZone)}, last used ${agoText(lastUsedAt, nowMs)}`}
    >
      {isCurrent ? (
        <Badge>This browser</Badge>
      ) : (
        <Button size="small" aria-label={`Sign out ${device}`} busy={end.isPending} onClick={() => end.mutate()}>
          Sign out
        </Button>
      )}
    </ListedItem>
  );
}
