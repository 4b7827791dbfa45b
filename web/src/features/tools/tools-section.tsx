import { Card } from '#web/ui/card.tsx';
import { TokensRow } from './tokens-row.tsx';
import { WebhooksRow } from './webhooks-row.tsx';

/** Access tokens and webhooks. */
export function ToolsSection() {
  return (
    <Card className="divide-y divide-line">
      <TokensRow />
      <WebhooksRow />
    </Card>
  );
}
