import type { LegalSection } from './legal-page.tsx';

export const termsText: readonly LegalSection[] = [
  {
    title: 'The agreement',
    blocks: [
      'These terms are the agreement between you and Foreword ("we") on the use of the Foreword service. By creating an account you accept them. If you do so for a company, you confirm that you may bind it, and "you" means the company too. The Privacy Policy says what happens to personal data.',
    ],
  },
  {
    title: 'Who may use it',
    blocks: [
      'You must be at least 16 years old. The account is yours: keep its credentials to yourself, keep your details true, and tell us at once when you think somebody else has used it. You may connect only calendars you are allowed to connect.',
    ],
  },
  {
    title: 'The service',
    blocks: [
      'Foreword reads the calendars you connect, finds meetings with people from outside your company, researches those people and their companies on public web pages with the help of artificial intelligence, and mails you a briefing before the meeting.',
      'Research can be incomplete or wrong. Every statement carries its source so that you can judge it, and decisions you take on a briefing are yours. Do not use briefings to decide on employment, credit, insurance, housing or anything else of that weight about a person.',
      'We may change and improve the service. Should we end a feature you pay for, we tell you in advance and you may cancel.',
    ],
  },
  {
    title: 'Trial and subscription',
    blocks: [
      [
        'The free trial lasts 30 days and needs a credit card. One trial per person.',
        'When it ends, the trial converts automatically to the paid plan you chose, unless you cancel before. Cancelling during the trial ends access immediately and nothing is charged.',
        'The paid plan renews at the end of each billing cycle at the price shown when you subscribed. Payments are taken by our payment provider; taxes are added where they apply.',
        'We give you at least 30 days’ notice of any change of fees. It applies from the next billing cycle after that, and you may cancel before.',
        'If a payment fails we try again and tell you; access may end when it stays unpaid.',
      ],
    ],
  },
  {
    title: 'Cancellation and refunds',
    blocks: [
      'You can cancel at any time in the settings. Cancellation takes effect at the end of the current billing cycle: you keep access until then, and there is no refund for partial periods. Until that day you can reactivate the plan. Rights to a refund that the law gives you and that cannot be waived remain.',
    ],
  },
  {
    title: 'Acceptable use',
    blocks: [
      'You agree not to:',
      [
        'use the service to harass, stalk or discriminate against anybody, or to collect data on people you are not going to meet;',
        'break the law or the rights of others with it;',
        'get around limits or security, probe other accounts, or overload the service;',
        'resell it, or copy it to build a competing one.',
      ],
    ],
  },
  {
    title: 'Calendar providers',
    blocks: [
      "Our use of information received from Google APIs adheres to the Google API Services User Data Policy, including the Limited Use requirements; the Privacy Policy says what that means. The calendar services themselves are governed by their providers' terms.",
    ],
  },
  {
    title: 'Content and ownership',
    blocks: [
      'Your data stays yours. You give us the right to process it to provide the service, for as long as you use it. Briefings made for you are yours to use in your work; the sources they quote belong to their authors. The software, its design and the name Foreword are ours. Suggestions you send us may be used freely.',
    ],
  },
  {
    title: 'Ending the agreement',
    blocks: [
      'You may delete your account at any time in the settings; an open subscription ends with it. We may suspend or end an account that breaks these terms or the law, where possible after a warning. What should outlast the agreement, such as liability and disputes, does.',
    ],
  },
  {
    title: 'No warranty',
    blocks: [
      'The service is provided "as is" and "as available". As far as the law allows we give no warranty of any kind, express or implied, including fitness for a purpose, accuracy of research, and uninterrupted delivery.',
    ],
  },
  {
    title: 'Limit of liability',
    blocks: [
      'As far as the law allows, neither side is liable for indirect or consequential loss, or for lost profit or data. Our total liability under this agreement is limited to the greater of the amounts you paid us in the 12 months before the claim arose and USD 100. Nothing limits liability that the law does not let us limit.',
      'You hold us harmless against claims of others that arise from your breach of these terms.',
    ],
  },
  {
    title: 'Disputes and governing law',
    blocks: [
      'Before anybody goes to court, the side with a complaint describes it to the other in writing, and both try in good faith to settle it informally for 30 days. The agreement is governed by the laws of the State of Delaware, USA, without its rules on conflicts of law, and the courts of Delaware decide what could not be settled. Mandatory consumer rights of your country remain.',
    ],
  },
  {
    title: 'Changes and the rest',
    blocks: [
      'We may change these terms. Changes of substance are announced by mail at least 30 days before they take effect; who does not agree may cancel before. If a part of these terms is invalid, the rest stands. Not enforcing a right is no waiver of it. You may not assign the agreement without our consent.',
    ],
  },
];
