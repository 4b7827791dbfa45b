import { Link } from '@tanstack/react-router';
import { containerClass } from '#web/features/public/container-class.ts';
import { publicPages } from '#web/features/public/public-pages.ts';
import { TrialLink } from '#web/features/public/trial-link.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { cx } from '#web/ui/cx.ts';
import { Heading } from '#web/ui/heading.tsx';
import { ProductPicture } from './product-picture.tsx';

export function Hero() {
  return (
    <section className={cx(containerClass, 'pt-14 sm:pt-24')}>
      <Heading
        title={publicPages['/'].title}
        className="max-w-[15ch] font-serif text-hero tracking-[-0.02em] text-balance"
      >
        Know who you are <span className="marker">about to meet</span>
      </Heading>
      <p className="mt-6 max-w-[54ch] text-lg text-pretty text-ink2">
        Foreword syncs your calendar, researches your external guests and their companies, and emails you one cited
        briefing before each meeting.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <TrialLink />
        <Link to="/demo" className={buttonClass('secondary', 'large')}>
          Watch Demo
        </Link>
      </div>
      <p className="mt-4 text-sm text-ink3">30 days free. Credit card required, cancel anytime.</p>
      <ProductPicture />
    </section>
  );
}
