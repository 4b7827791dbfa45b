import type { UseFormRegisterReturn } from 'react-hook-form';

/** A field no person sees or reaches: who fills it in is a program. Out of sight rather than `hidden`, which programs know. */
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
