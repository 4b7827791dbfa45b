import type { ReactNode } from 'react';

// Drawn here, because the icon library would make up a tenth of what these forms load.

export function EyeIcon({ isCrossedOut }: { isCrossedOut: boolean }) {
  return (
    <Icon size={16}>
      <path d="M1.2 8C2.6 5.1 5 3.5 8 3.5s5.4 1.6 6.8 4.5c-1.4 2.9-3.8 4.5-6.8 4.5S2.6 10.9 1.2 8Z" />
      <circle cx="8" cy="8" r="2" />
      {isCrossedOut && <path d="m2.5 13.5 11-11" />}
    </Icon>
  );
}

export function MailIcon() {
  return (
    <Icon size={20} className="text-success">
      <rect x="1.5" y="3" width="13" height="10" rx="1.5" />
      <path d="m2 4.5 6 4.2 6-4.2" />
    </Icon>
  );
}

function Icon({ size, className, children }: { size: number; className?: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {children}
    </svg>
  );
}
