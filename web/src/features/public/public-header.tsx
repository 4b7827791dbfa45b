import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { cx } from '#web/ui/cx.ts';
import { CloseIcon, MenuIcon } from '#web/ui/icons.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { containerClass } from './container-class.ts';
import { SiteLinks } from './site-links.tsx';

const linkClass =
  'rounded-sm text-base font-medium text-ink2 transition-colors duration-120 hover:text-ink aria-[current=page]:text-ink';

export function PublicHeader() {
  return (
    <header data-stuck="head" className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className={cx(containerClass, 'flex h-16 items-center gap-8')}>
        <Link to="/" aria-label="Foreword home" className="rounded-sm">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-6 md:flex">
          <SiteLinks
            names={['Features', 'Pricing', 'Contact']}
            className={linkClass}
            activeOptions={{ exact: true, includeHash: true }}
          />
        </nav>
        <nav aria-label="Account" className="ml-auto hidden items-center gap-1 md:flex">
          <Link to="/login" className={buttonClass('ghost')}>
            Sign in
          </Link>
          <Link to="/register" className={buttonClass('primary')}>
            Sign up
          </Link>
        </nav>
        <MobileMenu />
      </div>
    </header>
  );
}

const menuLinkClass = 'flex h-12 items-center border-b border-line text-lg text-ink';
const iconClass = 'grid size-11 place-items-center rounded-md text-ink hover:bg-hover';

/** The navigation on small screens, in a native dialog, which traps focus and closes on Escape. */
function MobileMenu() {
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
          <SiteLinks names={['Features', 'Demo', 'Pricing', 'Contact']} className={menuLinkClass} onClick={close} />
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
