import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { cx } from '#web/ui/cx.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { containerClass } from './container-class.ts';
import { MobileMenu } from './mobile-menu.tsx';

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
          <Link to="/" hash="features" className={linkClass} activeOptions={{ exact: true, includeHash: true }}>
            Features
          </Link>
          <Link to="/pricing" className={linkClass}>
            Pricing
          </Link>
          <Link to="/contact" className={linkClass}>
            Contact
          </Link>
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
