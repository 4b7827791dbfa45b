import type { ReactNode } from 'react';
import { EyeIcon, MailIcon } from '#web/ui/form-icons.tsx';
import * as icons from '#web/ui/icons.tsx';
import { Part } from './part.tsx';

/** The icons of web/src/ui/icons.tsx and web/src/ui/form-icons.tsx. Screens of the app use Lucide's. */
export function IconPart() {
  return (
    <Part title="Icons of the public pages and forms">
      {Object.entries(icons).map(([name, Icon]) => (
        <Named key={name} name={name}>
          <Icon />
        </Named>
      ))}
      <Named name="EyeIcon">
        <EyeIcon isCrossedOut={false} />
      </Named>
      <Named name="MailIcon">
        <MailIcon />
      </Named>
    </Part>
  );
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink2">
      {children}
      {name}
    </span>
  );
}
