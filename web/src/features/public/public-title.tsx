import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Heading } from '#web/ui/heading.tsx';
import { containerClass } from './container-class.ts';

type Props = {
  /** Document title. */
  title: string;
  lead: ReactNode;
  children: ReactNode;
};

/** The h1 and lead of a public page. */
export function PublicTitle({ title, lead, children }: Props) {
  return (
    <div className={cx(containerClass, 'pt-14 pb-10 sm:pt-20 sm:pb-14')}>
      <Heading
        title={title}
        className="max-w-[20ch] font-serif text-[clamp(32px,5vw,46px)]/[1.1] tracking-[-0.015em] text-balance"
      >
        {children}
      </Heading>
      <p className="mt-4 max-w-[58ch] text-lg text-pretty text-ink2">{lead}</p>
    </div>
  );
}
