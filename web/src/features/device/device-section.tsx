import { Card } from '#web/ui/card.tsx';
import { OfflineRow } from './offline-row.tsx';
import { PushRow } from './push-row.tsx';

/** This device's settings: offline briefings and notifications. */
export function DeviceSection() {
  return (
    <Card className="divide-y divide-line">
      <OfflineRow />
      <PushRow />
    </Card>
  );
}
