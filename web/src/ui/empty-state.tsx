import type { ReactNode } from 'react';

type Props = {
  /** A heading such as `No briefings yet`. */
  title: string;
  /** Explains why, or what will appear here. */
  text: string;
  /** An action. */
  children?: ReactNode;
};

/** Shown in place of an empty list or table, inside its frame. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <>
      <p className="text-md text-ink">{title}</p>
      <p className="mt-1 text-ink2">{text}</p>
      {children !== undefined && <div className="mt-4">{children}</div>}
    </>
  );
}
