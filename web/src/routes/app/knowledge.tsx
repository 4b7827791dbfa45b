import { createFileRoute, Link } from '@tanstack/react-router';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Page } from '#web/ui/page.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export const Route = createFileRoute('/app/knowledge')({ component: Knowledge });

const plans = [
  { title: 'Document upload', text: 'Upload your own notes and decks for briefings to draw on.' },
  { title: 'AI integration', text: 'Ask questions across your documents and earlier research.' },
  { title: 'Meeting context', text: 'Your own notes on a company, alongside research from the web.' },
];

function Knowledge() {
  return (
    <Page
      title="Knowledge"
      lead={
        <>
          Not available yet. In the meantime, see{' '}
          <Link to="/app/meetings" className={textLinkClass}>
            your meetings and their research
          </Link>
          .
        </>
      }
      width="dashboard"
    >
      <div className="grid gap-4 md:grid-cols-3">
        {plans.map(({ title, text }) => (
          <Card key={title} className="p-5">
            <Badge>Coming soon</Badge>
            <h2 className="mt-3 text-lg font-medium">{title}</h2>
            <p className="mt-1 text-ink2">{text}</p>
          </Card>
        ))}
      </div>
    </Page>
  );
}
