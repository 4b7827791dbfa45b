import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SessionUser } from '#contract/auth.ts';
import { cachedMeetings } from '#web/api/cached-meetings.ts';
import { isAdmin } from '#web/auth/is-admin.ts';
import { useSignOut } from '#web/auth/use-sign-out.ts';
import { startText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { type Command, CommandDialog } from '#web/ui/command-dialog.tsx';
import { searchable } from '#web/ui/searchable.ts';
import { useTheme } from '#web/ui/theme.ts';

type Props = { user: SessionUser; onClose: () => void; onSheet: () => void };

const MEETINGS_SHOWN = 8;

/** Finds screens, loaded meetings and frequent actions. */
export function CommandPalette({ user, onClose, onSheet }: Props) {
  const screens = useScreens(user);
  const actions = useActions(onSheet);
  const meetings = useMeetings();
  return (
    <CommandDialog
      onClose={onClose}
      title="Find anything"
      placeholder="Screen, meeting or command"
      find={(words) => {
        const wanted = searchable(words.trim());
        const fits = ({ label }: Command) => searchable(label).includes(wanted);
        return [
          ...screens.filter(fits),
          ...(wanted === '' ? [] : meetings().filter(fits).slice(0, MEETINGS_SHOWN)),
          ...actions.filter(fits),
        ];
      }}
    />
  );
}

function useScreens(user: SessionUser): Command[] {
  const navigate = useNavigate();
  const screen = (to: Parameters<typeof navigate>[0]['to'], label: string, keys?: string[]): Command => ({
    id: label.toLowerCase().replaceAll(' ', '-'),
    group: 'Go to',
    label,
    ...(keys && { keys }),
    run: () => void navigate({ to: to ?? '/app' }),
  });
  return [
    screen('/app', 'Dashboard', ['g', 'd']),
    screen('/app/meetings', 'Meetings', ['g', 'm']),
    screen('/app/briefings', 'Briefing history'),
    screen('/app/analytics', 'Analytics'),
    screen('/app/knowledge', 'Knowledge'),
    screen('/app/profile', 'Profile'),
    screen('/app/settings', 'Settings', ['g', 's']),
    ...(isAdmin(user)
      ? [screen('/admin/dashboard', 'Admin'), screen('/admin/dashboard/whitelist', 'Email Whitelist')]
      : []),
  ];
}

function useMeetings(): () => Command[] {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  return () =>
    cachedMeetings(queryClient).map(({ id, title, ...times }) => ({
      id,
      group: 'Meetings',
      label: title,
      note: startText(times, timeZone),
      run: () => void navigate({ to: '/app/meetings', search: { range: 'all', meeting: id } }),
    }));
}

function useActions(onSheet: () => void): Command[] {
  const [, setTheme] = useTheme();
  const signOut = useSignOut();
  const action = (id: string, label: string, run: () => void): Command => ({ id, group: 'Actions', label, run });
  return [
    action('light', 'Use the light theme', () => setTheme('light')),
    action('dark', 'Use the dark theme', () => setTheme('dark')),
    action('system', 'Use the device theme', () => setTheme('system')),
    { ...action('shortcuts', 'Show keyboard shortcuts', onSheet), keys: ['?'] },
    action('sign-out', 'Sign out', () => signOut.mutate()),
  ];
}
