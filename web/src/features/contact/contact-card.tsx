import { textLinkClass } from '#web/ui/text-link-class.ts';

type Props = { title: string; text: string; email: string };

export function ContactCard({ title, text, email }: Props) {
  return (
    <section className="border-t border-line pt-5">
      <h2 className="text-md font-semibold">{title}</h2>
      <p className="mt-1 text-md text-pretty text-ink2">{text}</p>
      <p className="mt-2">
        <a href={`mailto:${email}`} className={`text-md break-all ${textLinkClass}`}>
          {email}
        </a>
      </p>
    </section>
  );
}
