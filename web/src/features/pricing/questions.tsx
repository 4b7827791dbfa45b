import { Accordion } from '#web/ui/accordion.tsx';

const questions = [
  {
    title: 'How does the free trial work?',
    content:
      'You get everything in the plan for 30 days. A credit card is required to start. When the trial ends it converts to the paid plan, unless you cancel first. Cancelling a trial ends it immediately, and nothing is charged.',
  },
  {
    title: 'Can I cancel at any time?',
    content:
      'Yes, in Settings. You keep access until the end of the billing period you paid for, with no refund for the rest of it. Until then you can change your mind.',
  },
  {
    title: 'What counts as a research request?',
    content:
      'The research on one meeting. Updates to it are usually included; starting it again yourself, or a change of guests, counts as another. Internal meetings aren’t researched, and failed runs don’t count.',
  },
  {
    title: 'What can Foreword see in my calendar?',
    content:
      'Foreword’s access to your calendar is read-only: it cannot change your events, and it cannot read your email. You can disconnect it in Settings at any time.',
  },
] as const;

export function Questions() {
  return <Accordion name="questions" items={questions} />;
}
