import { Check, ChevronsUpDown } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { inputClass } from '#web/ui/input-class.ts';
import { isComposing } from '#web/ui/is-composing.ts';
import { listZones, searchZones, type ZoneOption, zoneLabel } from './time-zones.ts';

type Props = { label: string; hint: string; value: string; onChange: (zone: string) => void };

/** A searchable select of all time zones: type to search, arrows to move, Enter to select, Escape to cancel. */
export function TimeZoneSelect({ label, hint, value, onChange }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);

  function close() {
    setOpen(false);
    trigger.current?.focus();
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    close();
  }

  return (
    // Never focused itself: the events come from the controls inside.
    <div
      role="presentation"
      data-popup={isOpen ? '' : undefined}
      className="relative"
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <p id={`${id}-label`} className="mb-1.5 text-sm font-medium text-ink">
        {label}
      </p>
      <button
        ref={trigger}
        type="button"
        id={`${id}-value`}
        aria-expanded={isOpen}
        aria-controls={`${id}-panel`}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={`${id}-hint`}
        className={cx(inputClass, 'flex items-center justify-between gap-3 text-left')}
        // Safari would move focus from the list to the page, not to the button: the list would close, and reopen on click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={isOpen ? close : () => setOpen(true)}
      >
        <span className="truncate">{zoneLabel(value)}</span>
        <ChevronsUpDown size={16} aria-hidden="true" className="shrink-0 text-ink3" />
      </button>
      <div id={`${id}-panel`} hidden={!isOpen} className="absolute inset-x-0 top-full z-20 mt-1">
        {isOpen && (
          <ZoneSearch
            value={value}
            onChoose={(name) => {
              onChange(name);
              close();
            }}
          />
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink3">
        {hint}
      </p>
    </div>
  );
}

type SearchProps = { value: string; onChoose: (zone: string) => void };

function ZoneSearch({ value, onChoose }: SearchProps) {
  const [query, setQuery] = useState('');
  const [zones] = useState(() => listZones(Date.now()));
  const found = searchZones(zones, query);
  const panel = useRef<HTMLDivElement>(null);

  /** Arrows move between the search box and the list; Enter in the box selects the first match. */
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (isComposing(event.nativeEvent)) return;
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>('input, button') ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    if (event.key === 'ArrowDown') stops[at + 1]?.focus();
    else if (event.key === 'ArrowUp') stops[at - 1]?.focus();
    else if (event.key === 'Enter' && at === 0) {
      if (found[0]) onChoose(found[0].name);
    } else return;
    event.preventDefault();
  }

  return (
    // Never focused itself: the key events come from the search box and the buttons inside.
    <div ref={panel} role="presentation" onKeyDown={onKeyDown} className="rounded-lg bg-surface shadow-overlay">
      <div className="border-b border-line p-2">
        <input
          type="search"
          aria-label="Search time zones"
          placeholder="Search by city or offset"
          autoComplete="off"
          spellCheck={false}
          ref={focusOnMount}
          className={inputClass}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <ul aria-label="Time zones" className="max-h-60 overflow-y-auto overscroll-contain p-1">
        {found.map((zone) => (
          <li key={zone.name}>
            <ZoneButton zone={zone} isChosen={zone.name === value} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <output className="block px-3 pb-2 text-sm text-ink3 empty:hidden">
        {found.length === 0 ? 'No time zone matches' : ''}
      </output>
    </div>
  );
}

/** Focuses the search box and scrolls the list into view, since the box may be at the bottom of the window. */
function focusOnMount(input: HTMLInputElement | null) {
  input?.focus();
  input?.closest('[role=presentation]')?.scrollIntoView({ block: 'nearest' });
}

type ZoneButtonProps = { zone: ZoneOption; isChosen: boolean; onChoose: (zone: string) => void };

function ZoneButton({ zone, isChosen, onChoose }: ZoneButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-current={isChosen || undefined}
      onClick={() => onChoose(zone.name)}
      className="flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
    >
      <Check size={14} aria-hidden="true" className={cx('shrink-0', !isChosen && 'invisible')} />
      <span className="min-w-0 flex-1 truncate">{zoneLabel(zone.name)}</span>
      {zone.isDevice && <span className="shrink-0 text-sm text-ink3">this browser</span>}
      <span className="shrink-0 text-sm text-ink3 tabular-nums">{zone.offset}</span>
    </button>
  );
}
