import type { LegalSection } from './legal-page.tsx';

export const termsText: readonly LegalSection[] = [
  {
    title: 'The agreement',
    blocks: [
      'These terms are the agreement between you and Foreword ("we") for the use of the Foreword service. By creating an account you accept them. If you do so for a company, you confirm that you are authorized to bind it, and "you" includes the company. The Privacy Policy explains how we handle personal data.',
    ],
  },
  {
    title: 'Who may use it',
    blocks: [
      'You must be at least 16 years old. Your account is personal: keep its credentials secret and your details accurate, and tell us immediately if you think someone else has used it. You may connect only calendars you are allowed to connect.',
    ],
  },
  {
    title: 'The service',
    blocks: [
      'Foreword reads the calendars you connect, finds your external meetings, researches the guests and their companies on public web pages with the help of artificial intelligence, and sends you a briefing before the meeting.',
      'Research can be incomplete or wrong. Every fact names its source so that you can judge it, and decisions you base on a briefing are your own. Do not use briefings to make decisions about a person’s employment, credit, insurance, housing or anything comparable.',
      'We may change and improve the service. If we end a feature you pay for, we will tell you in advance and you may cancel.',
    ],
  },
  {
    title: 'Trial and subscription',
    blocks: [
      [
        'The free trial lasts 30 days and needs a credit card. One trial per person.',
        'When it ends, the trial converts automatically to the paid plan you chose, unless you cancel first. Cancelling during the trial ends access immediately and nothing is charged.',
        'The paid plan renews at the end of each billing cycle at the price shown when you subscribed. Payments are processed by our payment provider; taxes are added where applicable.',
        'We give you at least 30 days’ notice of any fee change. The new fee applies from the first billing cycle after the notice period, and you may cancel before then.',
        'If a payment fails, we tell you and try again; access may end if it remains unpaid.',
      ],
    ],
  },
  {
    title: 'Cancellation and refunds',
    blocks: [
      'You can cancel at any time in Settings. For a paid plan, cancellation takes effect at the end of the current billing cycle. You keep access, and can reactivate the plan, until then. There is no refund for partial periods. A trial ends as soon as you cancel it. This does not affect statutory refund rights that cannot be waived.',
    ],
  },
  {
    title: 'Acceptable use',
    blocks: [
      'You agree not to:',
      [
        'use the service to harass, stalk or discriminate against anyone, or to collect data on people you are not going to meet;',
        'use it to break the law or violate the rights of others;',
        'bypass limits or security, probe other accounts, or overload the service;',
        'resell it, or copy it to build a competing one.',
      ],
    ],
  },
  {
    title: 'Calendar providers',
    blocks: [
      "Our use of information received from Google APIs adheres to the Google API Services User Data Policy, including the Limited Use requirements; the Privacy Policy explains what that means. The calendar services themselves are governed by their providers' terms.",
    ],
  },
  {
    title: 'Content and ownership',
    blocks: [
      'Your data remains yours. You give us the right to process it to provide the service, for as long as you use it. Briefings made for you are yours to use in your work; the sources they quote belong to their authors. The software, its design and the name Foreword are ours. We may freely use suggestions you send us.',
    ],
  },
  {
    title: 'Ending the agreement',
    blocks: [
      'You may delete your account at any time in Settings, which ends any subscription. We may suspend or close an account that breaks these terms or the law, after a warning where possible. Provisions on liability and disputes, and others meant to outlast the agreement, continue to apply.',
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
      'As far as the law allows, neither side is liable for indirect or consequential loss, or for lost profit or data. Our total liability under this agreement is limited to the greater of the amounts you paid us in the 12 months before the claim arose and USD 100. Nothing here limits liability that cannot be limited by law.',
      'You indemnify us against third-party claims that arise from your breach of these terms.',
    ],
  },
  {
    title: 'Disputes and governing law',
    blocks: [
      'Before going to court, the side with a complaint must describe it to the other in writing, and both must try in good faith to settle it informally for 30 days. The agreement is governed by the laws of the State of Delaware, USA, excluding its conflict-of-law rules, and the courts of Delaware have jurisdiction. Mandatory consumer rights in your country are not affected.',
    ],
  },
  {
    title: 'Changes and other terms',
    blocks: [
      'We may change these terms. We announce material changes by email at least 30 days before they take effect; if you do not agree, you may cancel before then. If a part of these terms is invalid, the rest remains in force. Not enforcing a right does not waive it. You may not assign the agreement without our consent.',
    ],
  },
];
