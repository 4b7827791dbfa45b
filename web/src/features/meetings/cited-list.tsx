import type { Source } from '#contract/research.ts';
import { CitedText } from './cited-text.tsx';
import { Part } from './part.tsx';

type ListProps = { title: string; note?: string; items: string[]; sources: Source[] };

/** A titled list of cited sentences; renders nothing if there are none. */
export function CitedList({ title, note, items, sources }: ListProps) {
  if (items.length === 0) return null;
  return (
    <Part title={title} note={note}>
      <ul className="mt-2 flex flex-col gap-2">
        {items.map((item) => (
          <li key={item} className="flex max-w-[66ch] gap-3 text-md text-ink">
            <span className="mt-[11px] h-px w-2.5 shrink-0 bg-ink3" aria-hidden="true" />
            <span>
              <CitedText text={item} sources={sources} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
