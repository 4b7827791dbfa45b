import type { ReactNode } from 'react';
import { ChevronDownIcon } from './icons.tsx';

type Item = { title: string; content: ReactNode };

/** Native `details` that open one at a time: searchable in the page, and usable before scripts load. */
export function Accordion({ name, items }: { name: string; items: readonly Item[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {items.map(({ title, content }) => (
        <details key={title} name={name} className="group">
          <summary className="flex min-h-11 list-none items-center justify-between gap-4 rounded-sm py-4 text-md font-medium text-ink [&::-webkit-details-marker]:hidden">
            {title}
            <ChevronDownIcon className="shrink-0 text-ink3 transition-transform duration-180 group-open:rotate-180" />
          </summary>
          <div className="max-w-[66ch] pb-5 text-md text-ink2">{content}</div>
        </details>
      ))}
    </div>
  );
}
