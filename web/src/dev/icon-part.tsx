import * as icons from '#web/ui/icons.tsx';
import { Part } from './part.tsx';

/** The icons of web/src/ui/icons.tsx. Screens of the app use Lucide's. */
export function IconPart() {
  return (
    <Part title="Icons of the public pages">
      {Object.entries(icons).map(([name, Icon]) => (
        <span key={name} className="flex items-center gap-1.5 text-xs text-ink2">
          <Icon />
          {name}
        </span>
      ))}
    </Part>
  );
}
