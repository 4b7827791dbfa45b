import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '#web/features/profile/profile-screen.tsx';

export const Route = createFileRoute('/app/profile')({ component: ProfileScreen });
