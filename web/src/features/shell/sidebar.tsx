import { BookOpen, CalendarDays, LayoutDashboard, Settings, ShieldCheck, User } from 'lucide-react';
import type { SessionUser } from '#contract/auth.ts';
import { isAdmin } from '#web/auth/is-admin.ts';
import { PaletteButton } from './palette-button.tsx';
import type { SidebarPlace } from './shell-frame.tsx';
import { SidebarEntry } from './sidebar-entry.tsx';
import { SidebarFoot } from './sidebar-foot.tsx';
import { SidebarHead, sidebarClass } from './sidebar-head.tsx';

export function Sidebar({ user, ...place }: SidebarPlace & { user: SessionUser }) {
  return (
    <div className={sidebarClass(place.layout)}>
      <SidebarHead layout={place.layout} />
      <PaletteButton {...place} />
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        <SidebarEntry to="/app" exact icon={<LayoutDashboard size={16} />} label="Dashboard" {...place} />
        <SidebarEntry to="/app/meetings" icon={<CalendarDays size={16} />} label="Meetings" {...place} />
        <SidebarEntry to="/app/knowledge" icon={<BookOpen size={16} />} label="Knowledge" {...place} />
        <SidebarEntry to="/app/profile" icon={<User size={16} />} label="Profile" {...place} />
        <SidebarEntry to="/app/settings" icon={<Settings size={16} />} label="Settings" {...place} />
        {isAdmin(user) && (
          <SidebarEntry to="/admin/dashboard" icon={<ShieldCheck size={16} />} label="Admin" {...place} />
        )}
      </nav>
      <SidebarFoot user={user} layout={place.layout} />
    </div>
  );
}
