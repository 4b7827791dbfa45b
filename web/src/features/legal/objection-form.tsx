import { postObjection } from '#web/api/public-forms.ts';
import { AddressForm } from '#web/features/bot-check/address-form.tsx';

export function ObjectionForm() {
  return (
    <div className="mt-5 max-w-[440px]">
      <AddressForm
        action="objection"
        button="Do not research me"
        post={postObjection}
        sent="Check your email to confirm your request."
      />
    </div>
  );
}
