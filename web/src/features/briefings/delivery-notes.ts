import type { BriefingDelivery } from '#contract/briefings.ts';

const NAMES = { slack: 'Slack', teams: 'Teams' } as const;

/** Lists the channels that a briefing reached, may have reached or did not reach; empty if it was only emailed. */
export function deliveryNotes(delivery: BriefingDelivery | null): string[] {
  if (delivery === null) return [];
  const { isMessageAlone, messages } = delivery;
  const names = (wanted: BriefingDelivery['messages'][number]['state']) =>
    messages.filter(({ state }) => state === wanted).map(({ kind }) => NAMES[kind]);
  const [delivered, unknown, failed] = [names('delivered'), names('unknown'), names('failed')];
  const where = delivered.length > 0 ? delivered.join(' and ') : 'a channel';
  const note = isMessageAlone ? `Sent to ${where} instead of by email.` : `Also sent to ${where}.`;
  return [
    ...(isMessageAlone || delivered.length > 0 ? [note] : []),
    ...(unknown.length > 0 ? [`May have reached ${unknown.join(' and ')}.`] : []),
    ...(failed.length > 0 ? [`Could not be sent to ${failed.join(' and ')}.`] : []),
  ];
}
