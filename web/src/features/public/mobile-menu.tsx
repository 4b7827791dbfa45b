import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { CloseIcon, MenuIcon } from '#web/ui/icons.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

const linkClass = 'flex h-12 items-center border-b border-line text-lg text-ink';
const iconClass = 'grid size-11 place-items-center rounded-md text-ink hover:bg-hover';

/** The navigation on small screens, in a native dialog: traps the focus and closes on Escape. */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <div className="-mr-3 ml-auto md:hidden">
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        className={iconClass}
        onClick={() => dialog.current?.showModal()}
      >
        <MenuIcon size={20} />
      </button>
      <dialog
        ref={dialog}
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-full max-w-none bg-canvas text-ink backdrop:bg-scrim open:flex open:flex-col"
      >
        <div className="flex h-16 shrink-0 items-center justify-between border-b border-line pr-2 pl-5 sm:px-8">
          <Wordmark />
          <button type="button" aria-label="Close menu" className={iconClass} onClick={close}>
            <CloseIcon size={20} />
          </button>
        </div>
        <nav aria-label="Menu" className="flex flex-1 flex-col overflow-y-auto px-5 pt-4 pb-8 sm:px-8">
          <Link to="/" hash="features" className={linkClass} onClick={close}>
            Features
          </Link>
          <Link to="/demo" className={linkClass} onClick={close}>
            Demo
          </Link>
          <Link to="/pricing" className={linkClass} onClick={close}>
            Pricing
          </Link>
          <Link to="/contact" className={linkClass} onClick={close}>
            Contact
          </Link>
          <div className="mt-auto grid grid-cols-2 gap-3 pt-8">
            <Link to="/login" className={buttonClass('secondary', 'large')} onClick={close}>
              Sign in
            </Link>
            <Link to="/register" className={buttonClass('primary', 'large')} onClick={close}>
              Sign up
            </Link>
          </div>
        </nav>
      </dialog>
    </div>
  );
}
