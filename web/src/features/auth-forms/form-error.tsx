import type { ReactNode } from 'react';

/** What went wrong with a whole form, said once above its button. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-base text-danger">
      {children}
    </div>
  );
}
