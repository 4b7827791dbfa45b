import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';

const SHOW_AFTER_MS = 200;
const STAY_MS = 400;

/** Returns whether to show a skeleton: only after 200 ms of waiting, and then for at least 400 ms, to avoid flicker. */
function useSkeleton(waiting: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (waiting === shown) return undefined;
    const delayMs = waiting ? SHOW_AFTER_MS : Math.max(0, since.current + STAY_MS - performance.now());
    const timer = setTimeout(() => {
      since.current = performance.now();
      setShown(waiting);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [waiting, shown]);
  return shown;
}

type Props = { waiting: boolean; skeleton: ReactNode; children: () => ReactNode };

/** Shows `skeleton`, which should have the content's size, until the data has loaded. */
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

/** A placeholder bar. */
export function Bone({ className }: { className?: string }) {
  return <div className={cx('animate-pulse rounded-sm bg-hover', className)} />;
}
