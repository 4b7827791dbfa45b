import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';

const SHOW_AFTER_MS = 200;
const STAY_MS = 400;

/**
 * Whether a skeleton should be seen: not for the first 200 ms of waiting, and once seen for at least 400 ms, so that nothing flickers.
 * @param waiting whether the data is still on its way
 */
function useSkeleton(waiting: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (waiting === shown) return undefined;
    const delayMs = waiting ? SHOW_AFTER_MS : Math.max(0, since.current + STAY_MS - Date.now());
    const timer = setTimeout(() => {
      since.current = Date.now();
      setShown(waiting);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [waiting, shown]);
  return shown;
}

type Props = { waiting: boolean; skeleton: ReactNode; children: () => ReactNode };

/** Shows `children` when the data is there and `skeleton` (of the final geometry) while it is not. */
export function Loading({ waiting, skeleton, children }: Props) {
  const shown = useSkeleton(waiting);
  if (!waiting && !shown) return children();
  return (
    <div aria-busy="true" className={cx(!shown && 'invisible')}>
      <span className="sr-only">Loading</span>
      <div aria-hidden="true">{skeleton}</div>
    </div>
  );
}

/** One grey bar of a skeleton. */
export function Bone({ className }: { className?: string }) {
  return <div className={cx('animate-pulse rounded-sm bg-hover', className)} />;
}
