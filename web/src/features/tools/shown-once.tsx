import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';

type Props = {
  /** The secret's name on screen, such as `Token`. */
  label: string;
  secret: string;
  onDone: () => void;
};

/** A secret that cannot be shown again. */
export function ShownOnce({ label, secret, onDone }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="mb-1.5 text-sm font-medium">{label}</p>
        <p className="rounded-md border border-line bg-sunken p-3 font-mono text-sm wrap-anywhere select-all">
          {secret}
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Done</Button>
        <Button variant="primary" onClick={() => void copyText(secret, `${label} copied`)}>
          Copy
        </Button>
      </div>
    </div>
  );
}
