import type { ReactNode } from 'react';

type Props = {
  title: string;
  note: string;
  /** The action on the right. */
  children: ReactNode;
  className?: string;
};

/** A row of a list in Settings. */
export function ListedItem({ title, note, children, className = 'px-4' }: Props) {
  return (
    <li className={`flex items-center gap-4 py-3 ${className}`}>
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink wrap-anywhere">{title}</p>
        <p className="text-sm text-ink3">{note}</p>
      </div>
      {children}
    </li>
  );
}
