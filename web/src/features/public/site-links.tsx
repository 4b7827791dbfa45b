import { Link, type LinkProps } from '@tanstack/react-router';

const pages = {
  Features: { to: '/', hash: 'features' },
  Demo: { to: '/demo' },
  Pricing: { to: '/pricing' },
  Contact: { to: '/contact' },
  'Privacy Policy': { to: '/privacy' },
  'Terms of Service': { to: '/terms' },
} as const;

type Props = Pick<LinkProps, 'activeOptions'> & {
  names: readonly (keyof typeof pages)[];
  className: string;
  onClick?: () => void;
};

/** Links to pages of the public site. */
export function SiteLinks({ names, ...link }: Props) {
  return names.map((name) => (
    <Link key={name} {...pages[name]} {...link}>
      {name}
    </Link>
  ));
}
