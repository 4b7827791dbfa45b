import { Spinner } from '#web/ui/spinner.tsx';

/** A full-page loading state. */
export function WaitingScreen({ text }: { text: string }) {
  return (
    <main className="grid min-h-dvh place-items-center px-6">
      <output className="flex items-center gap-2.5 text-ink2">
        <Spinner />
        {text}
      </output>
    </main>
  );
}
