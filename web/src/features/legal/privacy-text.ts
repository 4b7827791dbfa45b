import { AUDIT_IP_DAYS, JOURNAL_DAYS, RETENTION_MONTHS } from '#contract/limits.ts';
import type { LegalSection } from './legal-page.tsx';

/** The title of the section with the objection form. */
export const NOT_RESEARCHED = 'Opting out of research';

export const privacyText: readonly LegalSection[] = [
  {
    title: 'Who this policy covers',
    blocks: [
      'This policy explains how Foreword ("we") handles personal data of people who use the service ("you") and of people who appear in your calendar ("guests"). The service is for business professionals. You must be at least 16 years old to use it; we do not knowingly keep data about anyone younger, and delete it if we learn of it.',
    ],
  },
  {
    title: 'What we collect',
    blocks: [
      'We only collect what the service needs:',
      [
        'Your account: name, email address, company domain, your role and offering if you tell us, time zone, preferences, a hash of your password if you have one, and your second factors.',
        'Your calendar, once you connect it: the title, time, place, description, join link and guests of your events. We only ask for read access. For private events we only keep the time and the guests.',
        'Research: what we found on public web pages about the external guests of your meetings and their companies, each statement with its source.',
        'Briefings we sent you, whether they were delivered, your meeting notes, and your feedback.',
        'If you ask to be notified when a briefing is ready: your browser’s address at its push service (run by Google, Mozilla, Microsoft or Apple) and the keys that encrypt messages so that only your browser can read them. Both are deleted when you sign out. If you keep briefings offline, copies of the last 20 you read stay in your browser until you sign out or turn this off, and can be opened offline for 7 days.',
        'Tools you set up: access tokens (only a hash of each), and the addresses of webhooks and of Slack and Teams channels.',
        'Your subscription: its plan, status and dates. Card numbers go to the payment provider and never reach us.',
        'Messages you send through the contact form, and your address if you confirm the newsletter.',
        'Technical records: sign-ins, administrative actions, request logs and three cookies. One keeps you signed in; one is set when you sign up, so that we recognize your browser when you open the link in our email; one is set when you sign in or reset your password, so that strangers who guess passwords don’t lock out your browser. There are no advertising or tracking cookies.',
      ],
    ],
  },
  {
    title: 'What we use it for',
    blocks: [
      [
        'To find your external meetings, research them and send you briefings. Legal basis: our contract with you.',
        'To bill you for the subscription and answer your messages. Legal basis: our contract with you, and our legal obligation to keep accounting records.',
        'To keep the service safe, for example by limiting sign-in attempts and checking that forms are sent by people. Legal basis: our legitimate interest.',
        'To send the newsletter. Legal basis: your consent, which you can withdraw with the link in any newsletter.',
      ],
      'We do not sell personal data, show advertising, or build profiles of guests beyond what a briefing needs.',
    ],
  },
  {
    title: 'Calendar data: limited use',
    blocks: [
      "Foreword's use and transfer to any other app of information received from Google APIs adheres to the Google API Services User Data Policy, including the Limited Use requirements. We apply the same rules to data received from Microsoft.",
      [
        'Calendar data is used only to provide the features you see: listing your meetings, researching their external guests and sending your briefings.',
        'To research a meeting, we send its title, description, date and external guests to the company that runs the language model. We also send the title, date and shared guests of up to three earlier meetings with any of these guests. We keep no text of private events, so none is sent.',
        'Calendar data is not used for advertising, and it is not sold.',
        'It is not used to train general-purpose AI models.',
        'It is shared only with the processors named below, as needed for a feature; with people and tools you choose yourself (shared links, Slack, Teams, webhooks and access tokens); or if the law requires it.',
        'No one at Foreword reads it, except to handle a support request with your consent, for security, or if the law requires it.',
      ],
      'Access tokens are stored encrypted. Disconnecting a calendar, or deleting the account, erases them and revokes our access at Google. Only you can revoke our access at Microsoft, in your Microsoft account.',
    ],
  },
  {
    title: 'Research about guests',
    blocks: [
      'Research uses public web pages to find professional facts: role, company, recent company news. It does not look into private lives or use sources behind a login. Statements name their source, and a briefing says when we could not distinguish a guest from someone with the same name.',
      'If you are a guest and want to see or correct what we found about you, contact us. Users can exclude your domain at any time.',
    ],
  },
  {
    title: NOT_RESEARCHED,
    blocks: [
      'If you are a guest, you can object to being researched. Enter your work address below and confirm it with the link we send you. You don’t need to give a reason. A company can object for all its employees: contact us from an address at its domain.',
      [
        'From then on, Foreword no longer researches you for anyone.',
        'We erase what we found about you: what we keep for later meetings, your part of the research for past and upcoming meetings, and our copies of emails that mention you. We cannot recall delivered emails.',
        'We redo the research for upcoming meetings that include you, leaving you out. The briefing says that you asked not to be researched; it may still include public news about your company.',
        'To do this we store your address, encrypted, with a keyed hash that recognizes it. Our administrators can see it, so that they can remove the objection at your request. We delete unconfirmed addresses within nine days.',
      ],
    ],
  },
  {
    title: 'Who processes it for us',
    blocks: [
      'These processors act on our instructions, each for one purpose:',
      [
        'Google (sign-in and calendars) and Microsoft (calendars), for those who use them.',
        'Anthropic: the language model that does the research. It receives the text of the invitation (title, description, date, and the names, email addresses and companies of external guests), your company domain, your name, and what you entered in your profile (role, offering, usual goal) and in your note on the meeting. For up to three earlier meetings with these guests, it receives the title, the date, the names or addresses of the guests and your note on the outcome. It also receives the pages you chose for a guest and facts you reported as wrong. It never receives your password, access tokens or payment data.',
        'Stripe: payments.',
        'Amazon Web Services (SES): email delivery.',
        'Cloudflare (Turnstile): checks that forms are submitted by people, not bots.',
      ],
      'Data that leaves your country is protected by safeguards recognized by law, such as standard contractual clauses.',
    ],
  },
  {
    title: 'How long we keep it',
    blocks: [
      `Meetings, with the research and the briefings made for them, are deleted ${RETENTION_MONTHS} months after the meeting, and so are the emails we sent. Account and calendar connections are kept while the account exists, and deleted with it. So that restoring a backup can’t undo a deletion, we keep the address of a deleted account, encrypted, for up to ${JOURNAL_DAYS} days. Billing and security records are kept under a pseudonym as long as the law requires; the IP addresses in them are erased after ${AUDIT_IP_DAYS} days. Data from a disconnected calendar is no longer updated, and is deleted after the same period or when you delete the account.`,
    ],
  },
  {
    title: 'How it is protected',
    blocks: [
      'Connections are encrypted. Calendar access tokens are encrypted at rest with keys that can be rotated; passwords are hashed; access is limited to those who need it and recorded. No system is perfectly secure: if a breach affects your data, we will tell you without undue delay.',
    ],
  },
  {
    title: 'Your rights',
    blocks: [
      'You can see and correct your details in Profile, and export your data or delete your account in Settings; deletion takes effect immediately. Depending on where you live, you may also object, ask us to restrict processing, take your data elsewhere, withdraw consent, and complain to a supervisory authority. We answer requests within 30 days, free of charge.',
    ],
  },
  {
    title: 'Changes',
    blocks: [
      'We announce material changes to this policy by email before they take effect. The date at the top shows which version is in force.',
    ],
  },
];
