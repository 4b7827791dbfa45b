import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { profileQuery } from '#web/api/profile.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Page } from '#web/ui/page.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { ProfileForm } from './profile-form.tsx';

export function ProfileScreen() {
  const profile = useQuery(profileQuery);
  return (
    <Page
      title="Profile"
      lead="Used for your briefings and emails."
      width="settings"
      actions={
        <Link to="/app" className={buttonClass('ghost')}>
          <ArrowLeft size={16} aria-hidden="true" />
          Back to dashboard
        </Link>
      }
    >
      <QueryPanel query={profile} failure="Failed to load profile" skeleton={<Bone className="h-[640px]" />}>
        {(data) => <ProfileForm profile={data} />}
      </QueryPanel>
    </Page>
  );
}
