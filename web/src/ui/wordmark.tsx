import { cx } from './cx.ts';

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cx('font-serif text-[20px]/[24px] font-medium tracking-[-0.01em] text-ink', className)}>
      <span className="marker">Fore</span>word
    </span>
  );
}
