import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { FeatureList } from './plan-card.tsx';

const features = [
  'Unlimited meetings and research requests',
  'Everything in the paid plan',
  'Terms and invoicing agreed with you',
  'Help with getting started',
] as const;

export function EnterpriseCard() {
  return (
    <section aria-label="Enterprise" className="rounded-xl border border-line p-6 sm:p-8">
      <h2 className="font-serif text-title">Enterprise</h2>
      <p className="mt-1 text-md text-ink2">For larger teams that need their own terms</p>
      <p className="mt-6 text-[40px]/[44px] font-semibold tracking-[-0.02em]">Custom pricing</p>
      <div className="mt-6 flex flex-col gap-3">
        <Link to="/contact" className={buttonClass('secondary', 'large', 'w-full')}>
          Contact Sales
        </Link>
        <p className="text-sm text-ink2 md:min-h-9">
          Tell us about your team and its meetings. We reply within 24 hours.
        </p>
      </div>
      <FeatureList>{features}</FeatureList>
    </section>
  );
}
