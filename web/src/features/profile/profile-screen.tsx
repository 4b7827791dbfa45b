import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { profileQuery } from '#web/api/profile.ts';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { ProfileForm } from './profile-form.tsx';

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
      {profile.isError && !profile.data ? (
        <FailedPanel
          title="Failed to load profile"
          detail={failureDetail(profile.error)}
          busy={profile.isFetching}
          onRetry={() => void profile.refetch()}
        />
      ) : (
        <Loading waiting={profile.isPending} skeleton={<Bone className="h-[640px]" />}>
          {() => (profile.data ? <ProfileForm profile={profile.data} /> : null)}
        </Loading>
      )}
    </Page>
  );
}
