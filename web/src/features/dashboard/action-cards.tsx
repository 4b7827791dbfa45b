import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';

const actions = [
  { to: '/app/settings', title: 'Sync Calendar', text: 'Connect a calendar, or see when it last synced.' },
  { to: '/app/meetings', title: 'AI Research', text: 'Read what was found about the people you meet.' },
  { to: '/app/analytics', title: 'View Analytics', text: 'Who you meet, and how often.' },
] as const;

export function ActionCards() {
  return (
    <nav aria-label="Shortcuts" className="flex flex-col gap-3 lg:pt-10">
      {actions.map(({ to, title, text }) => (
        <Link
          key={to}
          to={to}
          className="group flex items-center justify-between gap-4 rounded-lg border border-line bg-surface px-4 py-3.5 transition-colors duration-120 hover:bg-hover"
        >
          <span>
            <span className="block font-medium text-ink">{title}</span>
            <span className="block text-sm text-ink3">{text}</span>
          </span>
          <ArrowRight size={16} className="shrink-0 text-ink3 group-hover:text-ink" aria-hidden="true" />
        </Link>
      ))}
    </nav>
  );
}
