import { FactorForm } from '#web/features/factors/factor-form.tsx';
import { readMethods } from '#web/features/factors/read-methods.ts';
import { Heading } from '#web/ui/heading.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

/** `methods` comes from the URL, comma-separated. */
type Props = { methods: string; onGiven: () => void };

/** Asks for the second factor after a social sign-in, in the popup if there is one. */
export function GiveFactor({ methods, onGiven }: Props) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col justify-center px-6 py-16">
      <Wordmark />
      <Heading title="Confirm it’s you" className="mt-8 font-serif text-title">
        Confirm it’s you
      </Heading>
      <p className="mt-2 mb-7 text-md text-ink2">Your account is protected by a second factor.</p>
      <FactorForm methods={readMethods(methods.split(','))} onGiven={onGiven} />
    </main>
  );
}
