import { createFileRoute } from '@tanstack/react-router';
import { EnterpriseCard, PlanCard } from '#web/features/pricing/plan-card.tsx';
import { Questions } from '#web/features/pricing/questions.tsx';
import { WhatYouGet } from '#web/features/pricing/what-you-get.tsx';
import { containerClass } from '#web/features/public/container-class.ts';
import { PublicLayout } from '#web/features/public/public-layout.tsx';
import { publicPages } from '#web/features/public/public-pages.ts';
import { PublicTitle } from '#web/features/public/public-title.tsx';
import { cx } from '#web/ui/cx.ts';

export const Route = createFileRoute('/pricing')({ component: Pricing });

function Pricing() {
  return (
    <PublicLayout>
      <PublicTitle title={publicPages['/pricing'].title} lead="Free for 30 days, then the paid plan unless you cancel.">
        One plan, everything included
      </PublicTitle>
      <div className={cx(containerClass, 'grid gap-6 md:grid-cols-2')}>
        <PlanCard />
        <EnterpriseCard />
      </div>
      <WhatYouGet />
      <section aria-labelledby="questions-title" className={cx(containerClass, 'pt-24')}>
        <div className="grid gap-8 md:grid-cols-[1fr_2fr]">
          <h2 id="questions-title" className="font-serif text-title">
            Frequently asked questions
          </h2>
          <Questions />
        </div>
      </section>
    </PublicLayout>
  );
}
