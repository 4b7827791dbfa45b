import { Button } from './button.tsx';

type Props = { title: string; detail?: string | undefined; onRetry: () => void; busy?: boolean };

/** Shown in place of content that failed to load: what failed, why, and Retry. */
export function FailedPanel({ title, detail, onRetry, busy = false }: Props) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-lg border border-line bg-surface p-5">
      <div>
        <p className="font-medium text-ink">{title}</p>
        {detail !== undefined && detail !== title && <p className="mt-0.5 text-ink2">{detail}</p>}
      </div>
      <Button size="small" busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
