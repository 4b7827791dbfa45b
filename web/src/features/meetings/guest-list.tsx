import type { ReactNode } from 'react';
import type { GuestBrief, Source } from '#contract/research.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { Tone } from '#web/ui/tone.ts';
import { CitedText } from './cited-text.tsx';
import { Part } from './part.tsx';

/** Shown for guests who objected to research, or whose company did. */
export const OBJECTED = 'Not researched, by request';

type BadgeText = { text: string; tone: Tone };

const identities: Record<GuestBrief['identity'], BadgeText> = {
  confirmed: { text: 'Identity confirmed', tone: 'success' },
  likely: { text: 'Likely this person', tone: 'warning' },
  unknown: { text: 'Identity not established', tone: 'neutral' },
};

function badgeOf({ hasObjected, identity }: ListedGuest): BadgeText {
  return hasObjected ? { text: OBJECTED, tone: 'neutral' } : identities[identity];
}

type ListedGuest = Pick<GuestBrief, 'role' | 'facts' | 'identity' | 'hasObjected'>;

export function GuestList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Part title={title}>
      <ul className="mt-2 flex flex-col divide-y divide-line border-y border-line">{children}</ul>
    </Part>
  );
}

type Props = { name: string; guest: ListedGuest; sources: Source[]; children?: ReactNode };

/** A guest with identity, role and facts. */
export function GuestItem({ name, guest, sources, children }: Props) {
  const { text, tone } = badgeOf(guest);
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p dir="auto" className="text-md font-semibold text-ink wrap-anywhere">
          {name}
        </p>
        <Badge tone={tone}>{text}</Badge>
      </div>
      {guest.role !== null && (
        <p className="text-ink2">
          <CitedText text={guest.role} sources={sources} />
        </p>
      )}
      {guest.facts.length > 0 && (
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-ink marker:text-ink3">
          {guest.facts.map((fact) => (
            <li key={fact} className="max-w-[66ch]">
              <CitedText text={fact} sources={sources} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  );
}
