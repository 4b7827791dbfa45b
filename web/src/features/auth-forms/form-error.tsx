import type { ReactNode } from 'react';

/** An error that concerns the whole form, shown above its button. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-base text-danger">
      {children}
    </div>
  );
}
