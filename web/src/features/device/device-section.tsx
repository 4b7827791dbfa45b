import { Card } from '#web/ui/card.tsx';
import { OfflineRow } from './offline-row.tsx';
import { PushRow } from './push-row.tsx';

/** What stays on this device, and reaches it, while somebody is signed in on it. */
export function DeviceSection() {
  return (
    <Card className="divide-y divide-line">
      <OfflineRow />
      <PushRow />
    </Card>
  );
}
