import { postNewsletter } from '#web/api/public-forms.ts';
import { AddressForm } from '#web/features/bot-check/address-form.tsx';
import { containerClass } from '#web/features/public/container-class.ts';
import { cx } from '#web/ui/cx.ts';

export function Newsletter() {
  return (
    <section aria-labelledby="newsletter-title" className={cx(containerClass, 'pt-24 sm:pt-32')}>
      <div className="grid gap-8 border-t border-line pt-12 md:grid-cols-2 md:gap-16">
        <div>
          <h2 id="newsletter-title" className="font-serif text-title">
            News from Foreword
          </h2>
          <p className="mt-3 max-w-[48ch] text-md text-ink2">
            Occasional product updates. We won’t send any until you confirm your address, and you can unsubscribe from
            any email.
          </p>
        </div>
        <AddressForm
          action="newsletter"
          button="Subscribe Now"
          post={postNewsletter}
          sent="Check your email to confirm the subscription."
        />
      </div>
    </section>
  );
}
