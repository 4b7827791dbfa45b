import type { ReactNode } from 'react';

/** Labels for statements that are not facts, as in the email. */
export const INFERRED = 'Inferred from the sources';
export const SUGGESTED = 'Suggested';

type Props = {
  title: ReactNode;
  /** Label for statements that are not facts. */
  note?: string | undefined;
  className?: string;
  children: ReactNode;
};

/** A part of a meeting or its research, with its title. */
export function Part({ title, note, className = 'mt-8', children }: Props) {
  return (
    <section className={className}>
      <h3 className="text-sm font-medium text-ink3">
        {title}
        {note !== undefined && <span className="font-normal"> · {note}</span>}
      </h3>
      {children}
    </section>
  );
}
