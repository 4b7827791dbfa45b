import { Link } from '@tanstack/react-router';
import { containerClass } from '#web/features/public/container-class.ts';
import { TrialLink } from '#web/features/public/trial-link.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { cx } from '#web/ui/cx.ts';

/** The call to action at the end of the page. */
export function ClosingCall() {
  return (
    <section aria-labelledby="closing-title" className={cx(containerClass, 'pt-24 sm:pt-32')}>
      <div className="flex flex-col items-start gap-6 rounded-xl border border-line bg-surface p-6 sm:p-12">
        <h2 id="closing-title" className="max-w-[24ch] font-serif text-[32px]/[38px] tracking-[-0.01em] text-balance">
          Walk into the next one prepared
        </h2>
        <div className="flex flex-wrap gap-3">
          <TrialLink />
          <Link to="/pricing" className={buttonClass('secondary', 'large')}>
            View Pricing
          </Link>
        </div>
      </div>
    </section>
  );
}
