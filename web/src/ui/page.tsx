import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Heading } from './heading.tsx';

type Props = {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  width: 'dashboard' | 'settings';
  children: ReactNode;
};

/** The layout of a screen: heading, lead, actions and content. */
export function Page({ title, lead, actions, width, children }: Props) {
  return (
    <div
      className={cx(
        'mx-auto w-full px-4 py-6 sm:px-8 sm:py-10',
        width === 'dashboard' ? 'max-w-[1184px]' : 'max-w-[784px]',
      )}
    >
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <Heading title={title}>{title}</Heading>
          {lead !== undefined && <p className="mt-1 text-md text-ink2">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}
