import type { ReactNode } from 'react';

/** A group of related components, side by side. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-4">
      <h2 className="mb-4 text-sm font-medium text-ink3">{title}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}
