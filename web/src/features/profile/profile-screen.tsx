import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Profile } from '#api/contract/users.ts';
import { profileQuery } from '#web/api/users.ts';
import { failureNotice } from '#web/features/errors/failure-notice.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';

export function ProfileScreen() {
  const profile = useQuery(profileQuery);
  return (
    <Page
      title="Profile"
      lead="What briefings and mails rest on."
      width="settings"
      actions={
        <Link to="/app" className={buttonClass('ghost')}>
          <ArrowLeft size={16} aria-hidden="true" />
          Back to dashboard
        </Link>
      }
    >
      {profile.isError ? (
        <FailedPanel
          title="Failed to load profile"
          detail={failureNotice(profile.error, '').detail}
          busy={profile.isFetching}
          onRetry={() => void profile.refetch()}
        />
      ) : (
        <Loading waiting={profile.isPending} skeleton={<Bone className="h-[312px]" />}>
          {() => (profile.data ? <Details profile={profile.data} /> : null)}
        </Loading>
      )}
    </Page>
  );
}

function Details({ profile }: { profile: Profile }) {
  const name = `${profile.firstName} ${profile.lastName}`.trim();
  return (
    <Card>
      <dl className="divide-y divide-line">
        <Line name="Name">{name === '' ? 'Not given' : name}</Line>
        <Line name="Email">
          <span className="mr-2 wrap-anywhere">{profile.email}</span>
          <Badge tone={profile.emailVerified ? 'success' : 'warning'}>
            {profile.emailVerified ? 'Verified' : 'Not verified'}
          </Badge>
        </Line>
        <Line name="Company domain" note="Guests of this domain count as colleagues.">
          {profile.companyDomain ?? 'None: every guest counts as from outside'}
        </Line>
        <Line name="Time zone" note="All times here and in mails.">
          {profile.timezone}
        </Line>
        <Line name="Email notifications">{profile.emailNotifications ? 'On' : 'Off'}</Line>
      </dl>
    </Card>
  );
}

function Line({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 px-5 py-3.5 sm:grid-cols-[200px_1fr] sm:gap-4">
      <dt className="text-ink2">
        {name}
        {note !== undefined && <span className="block text-sm text-ink3">{note}</span>}
      </dt>
      <dd className="text-md text-ink">{children}</dd>
    </div>
  );
}
