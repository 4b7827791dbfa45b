import type { ReactNode } from 'react';

type Props = {
  /** What there is nothing of. */
  title: string;
  /** Why, or what will stand here one day. */
  text: string;
  /** What to do about it. */
  children?: ReactNode;
};

/** Stands where a list or a table would, within its frame. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <>
      <p className="text-md text-ink">{title}</p>
      <p className="mt-1 text-ink2">{text}</p>
      {children !== undefined && <div className="mt-4">{children}</div>}
    </>
  );
}
