import type { UseFormRegisterReturn } from 'react-hook-form';

/** A field only bots fill in. Moved off screen, since bots detect `hidden`. */
export function Honeypot({ field }: { field: UseFormRegisterReturn }) {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label>
        Website
        <input type="text" tabIndex={-1} autoComplete="off" {...field} />
      </label>
    </div>
  );
}
