import { AUDIT_IP_DAYS, RETENTION_MONTHS } from '#contract/limits.ts';
import type { LegalSection } from './legal-page.tsx';

/** The section with the form. */
export const NOT_RESEARCHED = 'Not being researched';

export const privacyText: readonly LegalSection[] = [
  {
    title: 'Who this concerns',
    blocks: [
      'This policy says what Foreword ("we") does with personal data of people who use the service ("you") and of people who appear in your calendar ("guests"). The service is for business professionals. You must be at least 16 years old to use it; we do not knowingly keep data about anyone younger, and delete it when we learn of it.',
    ],
  },
  {
    title: 'What we collect',
    blocks: [
      'We keep what the service needs, and only that:',
      [
        'Your account: name, email address, company domain, role and offer if you tell us, time zone, preferences, and a hash of your password if you have one.',
        'Your calendar, once you connect it: title, time, place, description, join link and guests of your events. We only ask for read access. For events marked private we keep only the time and the guests.',
        'Research: what was found on public web pages about the external guests of your meetings and their companies, each statement with its source.',
        'Briefings we mailed to you, whether they were delivered, your notes on meetings, and the feedback you give.',
        'If you ask to be notified when a briefing is ready: the address at the push service of your browser (of Google, Mozilla, Microsoft or Apple) that messages go to, and the keys that encrypt them for your browser alone. Both go when you sign out. If you keep briefings offline, copies of the last 20 you read stay in your browser, for 7 days at most, until you sign out or turn it off.',
        'Your subscription: its plan, status and dates. Card numbers go to the payment provider and never reach us.',
        'Messages you send through the contact form, and your address if you confirm the newsletter.',
        'Technical records: sign-ins, administrative actions, request logs and two cookies: one keeps you signed in, the other is set when you sign up, so that the link in our mail knows the browser it belongs to. There are no advertising or tracking cookies.',
      ],
    ],
  },
  {
    title: 'What we use it for',
    blocks: [
      [
        'To find meetings with people from outside your company, research them and mail you a briefing: this is the contract with you.',
        'To bill the subscription and answer your messages: the contract with you, and our legal duties of bookkeeping.',
        'To keep the service safe, for example by limiting sign-in attempts and checking that a form is sent by a person: our legitimate interest.',
        'To send the newsletter: your consent, which every mail lets you withdraw.',
      ],
      'We do not sell personal data, show advertising, or build profiles of guests beyond the briefing of a meeting.',
    ],
  },
  {
    title: 'Calendar data: limited use',
    blocks: [
      "Foreword's use and transfer to any other app of information received from Google APIs adheres to the Google API Services User Data Policy, including the Limited Use requirements. We hold data received from Microsoft to the same rules.",
      [
        'Calendar data is used only to provide the features you see: listing your meetings, researching their external guests and sending your briefings.',
        'To research a meeting, the text of its invitation (title, description and guests) is sent to the company that runs the language model, and so are the titles and guests of up to three earlier meetings with the same guests. We keep no text of private events, so none is sent.',
        'It is not used for advertising, and it is not sold.',
        'It is not used to train general artificial intelligence models.',
        'It is passed on only to the processors named below, as far as a feature needs it, or where the law compels us.',
        'No person reads it, except with your consent for a support request, for security, or where the law requires it.',
      ],
      'Access tokens are stored encrypted. Disconnecting a calendar, or deleting the account, revokes them.',
    ],
  },
  {
    title: 'Research about guests',
    blocks: [
      'Research reads public web pages. It looks for professional facts: role, company, recent company news. It does not look into private lives, and it does not use sources behind a login. Statements carry their source, and a briefing says when we could not tell a guest from someone else of the same name.',
      'If you are a guest and want to know what was found about you, or have it corrected, write to us. A user can exclude your domain at any time.',
    ],
  },
  {
    title: NOT_RESEARCHED,
    blocks: [
      'If you are a guest, you can object to being researched. Enter your work address below and confirm it with the link we mail you. We ask for no reasons. A company can object for all its people: write to us from an address of its domain.',
      [
        'From then on nobody researches you with Foreword, whoever meets you.',
        'What was found about you is erased: what we keep for later meetings, your part of the research for meetings past and to come, and the copies of mails that told of you. Mails that were delivered are out of our hands.',
        'Coming meetings with you are researched again without you. The briefing says that you asked not to be researched; it may still bring public news of your company.',
        'To keep this promise we keep your address: encrypted, beside a keyed hash by which you are recognized. Our administrators can see it, so that they can take you off the list when you ask. An address that is not confirmed is forgotten within nine days.',
      ],
    ],
  },
  {
    title: 'Who helps us',
    blocks: [
      'These processors act on our instructions, each for one purpose:',
      [
        'Google and Microsoft: sign-in and calendars, for those who connect them.',
        'Anthropic: the language model that does the research. It receives the text of the invitation (title, description, date, and the names, email addresses and companies of external guests), your company domain, your name, and what you told us in your profile (role, offer, usual goal) and in your note on the meeting. Of up to three earlier meetings with these guests it receives the title, the date, the names or addresses of the guests and your note of what came of it. It never receives your password, access tokens or payment data.',
        'Stripe: payments.',
        'Amazon Web Services (SES): delivery of mail.',
        'Cloudflare (Turnstile): the check that a form is sent by a person.',
      ],
      'Where data leaves your country, it does so under the safeguards the law provides, such as standard contractual clauses.',
    ],
  },
  {
    title: 'How long we keep it',
    blocks: [
      `Meetings, with the research and the briefings made for them, are deleted ${RETENTION_MONTHS} months after the meeting, and so are the mails we sent. Account and calendar connections are kept while the account exists; whatever is left is deleted with it. Billing and security records stay, under a pseudonym, as long as the law asks for them; the IP addresses in them are erased after ${AUDIT_IP_DAYS} days. Calendar data of a disconnected calendar is no longer updated and goes after the same time, or when you delete the account.`,
    ],
  },
  {
    title: 'How it is protected',
    blocks: [
      'Connections are encrypted. Calendar grants are encrypted at rest with keys that can be rotated; passwords are hashed; access is limited to those who need it and recorded. No system is beyond failure: should yours be the data concerned by a breach, we tell you without undue delay.',
    ],
  },
  {
    title: 'Your rights',
    blocks: [
      'You can see and correct your data in the settings, export it, and delete the account there; deletion takes effect at once. Depending on where you live you may also object, ask us to restrict processing, take your data elsewhere, withdraw consent, and complain to a supervisory authority. We answer requests within 30 days and ask for nothing in return.',
    ],
  },
  {
    title: 'Changes',
    blocks: [
      'When this policy changes in substance, we announce it by mail before it takes effect. The date at the top says which version is in force.',
    ],
  },
];
