import { textLinkClass } from '#web/ui/text-link-class.ts';
import { webLink } from './web-link.ts';

/** A link under its title; the title alone if the URL is not a safe one. */
export function TitledLink({ title, url }: { title: string; url: string | null }) {
  const href = webLink(url);
  if (href === null) return title;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={textLinkClass}>
      {title}
    </a>
  );
}
