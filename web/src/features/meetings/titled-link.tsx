import { textLinkClass } from '#web/ui/text-link-class.ts';
import { webLink } from './web-link.ts';

/** A link with its title as text; only the title if the URL is missing or unsafe. */
export function TitledLink({ title, url }: { title: string; url: string | null }) {
  const href = webLink(url);
  if (href === null) return <bdi>{title}</bdi>;
  return (
    <a dir="auto" href={href} target="_blank" rel="noreferrer" className={textLinkClass}>
      {title}
    </a>
  );
}
