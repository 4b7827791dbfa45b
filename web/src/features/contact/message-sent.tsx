import { Button } from '#web/ui/button.tsx';

/** Replaces the form once the message has been sent, and takes focus. */
export function MessageSent({ onAgain }: { onAgain: () => void }) {
  return (
    <output className="flex flex-col items-start gap-3">
      <h2 tabIndex={-1} ref={(heading) => heading?.focus()} className="font-serif text-title outline-none">
        Message Sent!
      </h2>
      <p className="max-w-[48ch] text-md text-ink2">
        Thank you for your message. We’ll reply by email within 24 hours.
      </p>
      <Button className="mt-2" onClick={onAgain}>
        Send Another Message
      </Button>
    </output>
  );
}
