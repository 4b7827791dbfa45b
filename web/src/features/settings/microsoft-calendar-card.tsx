import { MicrosoftIcon } from '#web/features/auth-forms/provider-icons.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

export function MicrosoftCalendarCard() {
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
      <span className="grid size-9 shrink-0 place-items-center rounded-md border border-line bg-canvas">
        <MicrosoftIcon />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="text-md font-medium">Microsoft Outlook</h3>
        <p id="microsoft-note" className="text-sm text-ink3">
          Cannot be connected yet. It is being built.
        </p>
      </div>
      <Button disabled aria-describedby="microsoft-note">
        Connect
      </Button>
    </Card>
  );
}
