import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { FeatureList } from './plan-card.tsx';

const features = [
  'Unlimited meetings and research requests',
  'Everything in the plan beside it',
  'Terms and invoicing agreed with you',
  'Help with the first calendars',
] as const;

export function EnterpriseCard() {
  return (
    <section aria-label="Enterprise" className="rounded-xl border border-line p-6 sm:p-8">
      <h2 className="font-serif text-title">Enterprise</h2>
      <p className="mt-1 text-md text-ink2">For larger teams and their own terms</p>
      <p className="mt-6 text-[40px]/[44px] font-semibold tracking-[-0.02em]">Custom pricing</p>
      <div className="mt-6 flex flex-col gap-3">
        <Link to="/contact" className={buttonClass('secondary', 'large', 'w-full')}>
          Contact Sales
        </Link>
        <p className="text-sm text-ink2 md:min-h-9">Tell us how many people and meetings. We reply within 24 hours.</p>
      </div>
      <FeatureList>{features}</FeatureList>
    </section>
  );
}
