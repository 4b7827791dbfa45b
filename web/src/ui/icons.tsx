import type { ReactNode } from 'react';

type Props = { size?: number; strokeWidth?: number; className?: string };

/** The public pages' icons, modelled on Lucide (ISC) to spare visitors an icon library. Decorative only. */
function Icon({ size = 16, strokeWidth = 2, className, children }: Props & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {children}
    </svg>
  );
}

const drawn = (d: string) => (props: Props) => (
  <Icon {...props}>
    <path d={d} />
  </Icon>
);

export const CheckIcon = drawn('M20 6 9 17l-5-5');
export const ChevronDownIcon = drawn('m6 9 6 6 6-6');
export const CloseIcon = drawn('M18 6 6 18M6 6l12 12');
export const ExternalLinkIcon = drawn('M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6');
export const MenuIcon = drawn('M4 6h16M4 12h16M4 18h16');
export const PlayIcon = drawn('m6 3 14 9-14 9z');
export const SunIcon = drawn(
  'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
);
export const MoonIcon = drawn('M12 3a6 6 0 0 0 9 9 9 9 0 1 1-9-9z');
export const MonitorIcon = drawn(
  'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 21h8M12 17v4',
);
