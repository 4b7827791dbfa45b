import { ArrowLeft, LayoutDashboard, MailCheck, ScrollText, UserX } from 'lucide-react';
import type { SessionUser } from '#contract/auth.ts';
import type { SidebarPlace } from '#web/features/shell/shell-frame.tsx';
import { SidebarEntry } from '#web/features/shell/sidebar-entry.tsx';
import { SidebarFoot } from '#web/features/shell/sidebar-foot.tsx';
import { SidebarHead, sidebarClass } from '#web/features/shell/sidebar-head.tsx';
import { Badge } from '#web/ui/badge.tsx';

/** The admin area's navigation. */
export function AdminSidebar({ user, ...place }: SidebarPlace & { user: SessionUser }) {
  return (
    <div className={sidebarClass(place.layout)}>
      <SidebarHead layout={place.layout}>
        <Badge>Admin</Badge>
      </SidebarHead>
      <nav aria-label="Admin" className="flex flex-col gap-0.5">
        <SidebarEntry to="/admin/dashboard" exact icon={<LayoutDashboard size={16} />} label="Overview" {...place} />
        <SidebarEntry
          to="/admin/dashboard/whitelist"
          icon={<MailCheck size={16} />}
          label="Email Whitelist"
          {...place}
        />
        <SidebarEntry to="/admin/dashboard/objections" icon={<UserX size={16} />} label="Objections" {...place} />
        <SidebarEntry to="/admin/dashboard/audit-log" icon={<ScrollText size={16} />} label="Audit log" {...place} />
        <div className="my-2 border-t border-line" />
        <SidebarEntry to="/app" exact icon={<ArrowLeft size={16} />} label="Back to app" {...place} />
      </nav>
      <SidebarFoot user={user} layout={place.layout} />
    </div>
  );
}
