import { Button } from './button.tsx';

type Props = { cancel?: string; onCancel: () => void; action: string; busy: boolean; disabled?: boolean };

/** The buttons of a form in a dialog. */
export function FormButtons({ cancel = 'Cancel', onCancel, action, busy, disabled = false }: Props) {
  return (
    <div className="flex flex-wrap justify-end gap-2 pt-1">
      <Button onClick={onCancel}>{cancel}</Button>
      <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
        {action}
      </Button>
    </div>
  );
}
