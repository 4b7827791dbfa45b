import { Trash2 } from 'lucide-react';

/** The button that removes a table row. @param name the entry's name, for screen readers */
export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove ${name}`}
      title="Remove"
      onClick={onClick}
      className="touch-target inline-grid size-7 place-items-center rounded-md text-ink3 hover:bg-danger-soft hover:text-danger"
    >
      <Trash2 size={16} aria-hidden="true" />
    </button>
  );
}
