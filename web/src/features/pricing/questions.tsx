import { Accordion } from '#web/ui/accordion.tsx';

const questions = [
  {
    title: 'How does the free trial work?',
    content:
      'You have 30 days with everything in the plan. A credit card is required to start. The trial turns into the paid plan when it ends, unless you cancel before; cancelling a trial ends it at once and nothing is charged.',
  },
  {
    title: 'Can I cancel at any time?',
    content:
      'Yes, in the settings. A paid plan stays open until the end of the billing period you have paid for. There is no refund for the rest of a period, and you can change your mind until it ends.',
  },
  {
    title: 'What counts as a research request?',
    content:
      'One run of research for one meeting. Internal meetings are not researched and count for nothing, and a run that fails gives its request back.',
  },
  {
    title: 'What can Foreword see in my calendar?',
    content:
      'It asks for permission to read your calendar and nothing else: it cannot change events or read your mail. Disconnecting takes one click in the settings and revokes the permission.',
  },
] as const;

export function Questions() {
  return <Accordion name="questions" items={questions} />;
}
