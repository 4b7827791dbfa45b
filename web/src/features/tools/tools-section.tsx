import { Card } from '#web/ui/card.tsx';
import { TokensRow } from './tokens-row.tsx';
import { WebhooksRow } from './webhooks-row.tsx';

/** What other tools of the user get at, and what they are told. */
export function ToolsSection() {
  return (
    <Card className="divide-y divide-line">
      <TokensRow />
      <WebhooksRow />
    </Card>
  );
}
