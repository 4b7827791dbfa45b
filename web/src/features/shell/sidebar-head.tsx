import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import type { SidebarPlace } from './shell-frame.tsx';

/** The wordmark, shortened on the rail. @param children shown next to it */
export function SidebarHead({ layout, children }: { layout: SidebarPlace['layout']; children?: ReactNode }) {
  const isSide = layout === 'side';
  return (
    <>
      <div className={cx('mb-5 flex items-center gap-2 px-2.5', isSide && 'hidden lg:flex')}>
        <Wordmark />
        {children}
      </div>
      {isSide && (
        <div className="mb-5 text-center font-serif text-[20px]/[24px] font-medium lg:hidden" aria-hidden="true">
          <span className="marker">F</span>
        </div>
      )}
    </>
  );
}

export function sidebarClass(layout: SidebarPlace['layout']): string {
  return cx('flex w-full flex-1 flex-col overflow-y-auto py-4', layout === 'side' ? 'px-2 lg:px-3' : 'px-3');
}
