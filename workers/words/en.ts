import { REMARKS } from '#domain/remarks.ts';

/** The English wording of emails and channel messages, and the keys every language needs. ICU message syntax. */
export const en = {
  /** BCP 47 tag of the language below. */
  tag: 'en',
  /** The language and form of address for the model, so that its text matches this wording. */
  voice: 'English',
  /** Whether emails address their reader by the first or the full name. */
  addressee: 'first',

  sentences: '{first} {second}',
  label: '{label}:',
  labelled: '{label}: {value}',
  noted: '{text} ({note})',
  place: '{place}.',
  quotedText: '“{text}”',
  /** After a name. */
  role: ', {role}',
  span: '{start} to {end}, {day} ({zone})',
  spanOverMidnight: '{start} to {end} on {lastDay}, {day} ({zone})',
  hours: '{start} to {end} ({zone})',
  /** The first day of a month, in a date. */
  firstOfMonth: '1',

  join: 'Join',
  joinOn: 'Join on {host}',
  open: 'Open',
  openInForeword: 'Open in Foreword',
  documents: 'Documents',
  onHost: '{title} (on {host})',
  whatDoYouWant: 'What do you want from this meeting?',
  changeOrStop: 'Change or stop these emails',
  unsubscribe: 'Unsubscribe',

  answeredMaybe: 'You responded “Maybe”.',
  notAnsweredYet: 'You have not responded yet.',
  researchedOn: 'Researched on {date} at {time} {zone}.',
  notResearched: 'Not researched.',

  quickTake: 'Quick take',
  sinceLastTime: 'Since last time',
  newSince: 'New since {date}',
  whoYouMeet: 'Who you meet',
  talkingPoints: 'Talking points',
  questionsToAsk: 'Questions to ask',
  watchOut: 'Watch out',
  couldNotBeFound: 'What could not be found',
  confidence: 'Confidence: {percent}',
  sources: 'Sources',
  wrongFactHere: 'You reported a wrong fact here:',
  inferred: 'Inferred',
  suggested: 'Suggested',
  quoted: 'Quoted',

  researchFailed: 'The research for this meeting failed.',
  quotaExceeded: 'This month’s research quota is used up.',
  dailyCapReached: 'You’ve reached the 24-hour research limit.',
  noTime: 'There wasn’t enough time to research this meeting.',
  olderResults: 'The results below are from earlier research and may be out of date.',
  calendarOnly: 'Everything below comes from your calendar.',

  firstContact: 'No earlier meetings with them in Foreword.',
  lastMet: 'You last met on {date}: {title}.',
  lastMetWith: 'You last met on {date}: {title}, with {guests}.',
  metOften:
    '{count, plural, one {# earlier meeting with any of these guests.} other {# earlier meetings with any of these guests.}}',
  youNoted: 'You noted: “{outcome}”',

  andMoreGuests: '{count, plural, one {And # more external guest.} other {And # more external guests.}}',
  hiddenGuests: 'Your calendar does not list all guests.',
  yourSide: 'Also invited: {names}.',
  /** Last in a list of names. */
  andMore: '{count, number} more',
  guestsNotResearched: 'The guests and their companies were not researched.',
  accepted: 'Accepted',
  declined: 'Declined',
  maybe: 'Maybe',
  notAnswered: 'No response yet',
  objected: 'Not researched, by request',
  confirmed: 'Identity confirmed',
  likely: 'Probably this person',
  unknown: 'Not identified with certainty',
  externalGuests: '{count, plural, one {# external guest} other {# external guests}}',
  externalGuestsAlone: '{count, plural, one {# external guest} other {# external guests}}; no research available',
  more: 'There is more in Foreword',

  wasUseful: 'Was this useful?',
  useful: 'Useful?',
  yes: 'Yes',
  no: 'No',
  wrongPerson: 'Wrong person?',
  noMoreAbout: 'No more emails about',
  thisSeries: 'this series',
  thisMeeting: 'this meeting',

  testSubject: 'Test: {subject}',
  testNotice:
    'This is the test you requested, with one of your own meetings. It does not replace that meeting’s briefing.',
  exampleNotice:
    'This is the test you requested. None of your meetings has been researched yet, so everyone in it is made up.',

  movedTo: 'Moved to {time}: {title}',
  otherGuests: 'Guests changed: {title}',
  dayAndTime: '{day} {time}',
  timeAndDay: '{time}, {day}',
  was: 'Was:',
  now: 'Now:',
  asPlanned: 'As planned:',
  wasAndNow: 'Was {before}. Now {now}.',
  alsoComing: 'Also invited',
  noLongerComing: 'No longer listed',
  alsoComingNames: 'Also invited: {names}.',
  noLongerComingNames: 'No longer listed: {names}.',
  stillHolds: 'The briefing you received still applies; we won’t send it again.',
  restStillHolds: 'The rest of the briefing you received still applies; we won’t send it again.',
  sentBy: 'Sent by Foreword.',

  digestSubject: '{day}: {count, plural, one {# meeting} other {# meetings}} to prepare for',
  digestLead: '{count, plural, one {# meeting} other {# meetings}} with external guests.',
  digestDay: '{day}: {lead}',
  moreMeetings:
    'Not everything fits in one email: there {count, plural, one {is # more meeting} other {are # more meetings}} in Foreword',
  wholeBriefing: 'Full briefing and sources',
  otherMeetings: 'Other meetings',
  briefingSent: '{time} {title}: briefing sent.',
  briefingFollows: '{time} {title}: briefing to follow.',
  digestFooter: 'Your daily digest from Foreword.',

  greeting: 'Hello {name},',
  greetingNobody: 'Hello,',
  accountFooter: 'Foreword. {why} Questions? {supportEmail}',
  whyOwner: 'You’re receiving this email because this is the address of a Foreword account.',
  verifySubject: 'Confirm your email address',
  verifyAsk: 'Confirm this address to finish setting up your Foreword account.',
  linkOnceADay:
    'The link works once and expires in 24 hours. If you didn’t sign up, you can ignore this email. Nothing happens until you confirm.',
  verifyAction: 'Confirm this address',
  whySignUp: 'You’re receiving this email because someone signed up with this address.',
  existingSubject: 'You already have an account',
  existingTold:
    'Someone tried to use this address for another Foreword account, but it already has one. Nothing was changed.',
  existingIfYou: 'If this was you, sign in instead. If you forgot your password, reset it at {url}.',
  existingIfNot: 'If this wasn’t you, you don’t need to do anything.',
  signIn: 'Sign in',
  resetSubject: 'Reset your password',
  resetAsk: 'Choose a new password for your Foreword account.',
  resetLink: 'The link works once and expires in one hour. Setting a new password signs you out everywhere.',
  resetIfNot: 'If you didn’t request this, you can ignore this email. Your password won’t change.',
  resetAction: 'Choose a new password',
  whyReset: 'You’re receiving this email because a new password was requested for this address.',
  changeSubject: 'Confirm your new email address',
  changeAsk: 'Confirm this address to use it for your Foreword account from now on.',
  changeLink:
    'The link works once and expires in 24 hours. If you didn’t request this, you can ignore this email. Nothing happens until you confirm.',
  changeAction: 'Use this address',
  whyChange: 'You’re receiving this email because someone entered this address in a Foreword profile.',
  requestedSubject: 'Someone asked to change your email address',
  requestedTold:
    'Someone who is signed in to your Foreword account asked to change its email address. If this was you, confirm the change with the link we sent to the new address.',
  requestedIfNot:
    'If this wasn’t you, cancel the change within 24 hours. That signs you out on every device. Then reset your password.',
  requestedAction: 'Cancel the change',
  movedSubject: 'Your email address was changed',
  movedTold:
    'Your Foreword account now uses another email address. This one no longer signs you in, and briefings go to the new one.',
  movedIfNot:
    'If this wasn’t you, write to {supportEmail} right away. If we emailed you about this change in the last 24 hours, you can also undo it with the link in that email.',
  movedAction: 'Go to your profile',
  whyMoved: 'You’re receiving this email because this was the address of a Foreword account.',
  passwordSubject: 'Your password was changed',
  passwordTold:
    'A new password was set for your Foreword account. Every browser and device was signed out, and only the new password works now.',
  passwordIfNot:
    'If this wasn’t you, someone else can read your email: secure your mailbox first, then choose a new password at {url} and write to {supportEmail}.',
  deviceSubject: 'New sign-in to your account',
  deviceTold:
    'Someone signed in to your Foreword account with {device}. We didn’t recognize this browser. That can also happen after you clear cookies or sign out everywhere.',
  deviceOn: '{program} on {system}',
  unknownDevice: 'an unknown browser',
  deviceIfNot:
    'If this was you, you don’t need to do anything. If not, set a new password at {url}, which signs out every device.',
  deviceAction: 'See your sessions',
  factorAddedSubject: 'Second factor added',
  factorAddedApp: 'An authenticator app was added to your Foreword account as a second factor.',
  factorAddedPasskey: 'A passkey was added to your Foreword account as a second factor.',
  factorRemovedSubject: 'Second factor removed',
  factorRemovedApp: 'An authenticator app was removed from your Foreword account. It is no longer a second factor.',
  factorRemovedPasskey: 'A passkey was removed from your Foreword account. It is no longer a second factor.',
  codeUsedSubject: 'Recovery code used',
  codeUsedTold:
    'One of the recovery codes for your Foreword account was used. {count, plural, =0 {You have none left. Create new ones in your settings.} one {You have one left.} other {You have # left.}}',
  codesRenewedSubject: 'New recovery codes',
  codesRenewedTold: 'New recovery codes were created for your Foreword account. The old ones no longer work.',
  factorRefusedSubject: 'Wrong second factor entered',
  factorRefusedTold:
    'A wrong second factor was entered several times for your Foreword account in the last 24 hours. Whoever did this had already passed the first step of signing in, so they may know your password.',
  factorsResetSubject: 'Second factors removed',
  factorsResetTold:
    'As requested, we removed the second factors from your Foreword account. You are signed out everywhere; please sign in and set one up again.',
  factorIfNot:
    'If this was you, you don’t need to do anything. If not, set a new password at {url}, which signs out every device, and write to us.',
  factorAction: 'See your account',
  toolsAction: 'Open your settings',
  tokenSubject: 'New access token',
  tokenTold:
    'An access token was created for your Foreword account: “{name}”. Anyone who has it can access your meetings and briefings through our API until it expires or you revoke it.',
  tokenIfNot:
    'If this was you, you don’t need to do anything. If not, set a new password at {url}. That signs out every device and revokes every access token.',
  webhookAddedSubject: 'New webhook',
  webhookAddedTold:
    'A webhook was added to your Foreword account. It notifies {host} when your briefings and meetings change, without their content.',
  webhookIfNot:
    'If this was you, you don’t need to do anything. If not, delete the webhook in your settings and set a new password at {url}.',
  webhookStoppedSubject: 'Your webhook stopped working',
  webhookStoppedTold: 'Your webhook at {host} does not accept our events, so we stopped sending them.',
  webhookStoppedNext:
    'Your settings show its last response. Once it works again, send a test: if it succeeds, events resume. Events missed in the meantime won’t be resent.',
  channelSetSubject: '{channel} connected',
  channelSetTold:
    '{channel} was connected to your Foreword account. Everyone in that channel can read the briefings sent there.',
  channelIfNot:
    'If this was you, you don’t need to do anything. If not, remove the channel in your settings and set a new password at {url}.',
  channelStoppedSubject: 'Your briefings no longer arrive in {channel}',
  channelStoppedTold:
    '{channel} no longer accepts our messages, so we stopped sending them there. Your briefings will arrive by email, unless you receive them in another channel instead.',
  channelStoppedNext: 'To get your briefings there again, reconnect {channel} in your settings.',
  joinedSubject: 'You now sign in with Google',
  joinedTold:
    'You signed in to Foreword with Google, and from now on you sign in that way. Your password no longer works, and every other device was signed out.',
  joinedPassword:
    'To use a password again, set a new one at {url}. That turns off signing in with Google. If you sign in with Google again, the password stops working.',
  joinedIfNot: 'If this wasn’t you, reset your password right away and write to {supportEmail}.',
  joinedAction: 'Go to Foreword',
  lockedSubject: 'Your account is locked',
  lockedTold:
    'Nobody can sign in to your Foreword account, because someone else may have had access to it. Its data is kept; briefings are paused.',
  lockedAsk: 'To have it unlocked, write to {supportEmail}. We will ask you to show that the account is yours.',
  lockedAction: 'Contact us',
  deletedSubject: 'Your account has been deleted',
  deletedTold:
    'Your Foreword account has been deleted, as you requested: your calendars are disconnected, and meetings, research and briefings are gone.',
  deletedIfNot: 'If this wasn’t you, write to {supportEmail}. Deleted data can’t be restored.',
  deletedForgotten:
    'Once this email is sent, we erase this address too. So that restoring a backup can’t undo the deletion, an encrypted copy of it is kept for up to {days, number} days. You can sign up again at any time.',
  whyDeleted: 'You’re receiving this email because the account with this address was deleted.',
  reconnectSubject: 'Reconnect your {provider} calendar',
  reconnectTold: '{provider} no longer lets Foreword read your calendar, so it can’t see new or changed meetings.',
  reconnectWhy:
    'This happens when access is revoked or expires, your password changes, or your administrator blocks Foreword; in that case, ask them to allow it first. Nothing was deleted; reconnect the calendar to resume syncing.',
  reconnectAction: 'Reconnect in Settings',
  whyReconnect: 'You’re receiving this email because your calendar was connected to Foreword.',
  whySubscription: 'You’re receiving this email because you have a Foreword subscription.',
  billingAction: 'Manage subscription',
  trialSubject: 'Your trial ends on {date}',
  trialReminder: 'Reminder: your trial ends on {date}',
  trialTold:
    'Your free trial of Foreword ends on {date}. It will then become a paid plan, and your card will be charged {amount}.',
  trialCancel:
    'To avoid the charge, cancel in Settings before then. Your trial ends immediately, and you won’t be charged.',
  paymentSubject: 'Your payment failed',
  paymentTold: 'Your payment of {amount} for Foreword didn’t go through.',
  paymentNotAgain:
    'We won’t try again automatically. To keep your subscription, choose Update payment method or Billing portal in Settings and pay with another card.',
  paymentAgain:
    'We will try again on {date}. To make sure it works, choose Update payment method in Settings and enter another card.',
  receiptSubject: 'Your receipt',
  receiptTold: 'Thank you. We received your payment of {amount} for Foreword on {date}.',
  receiptInvoice: 'To see the invoice, open Billing portal in Settings.',
  trialOverSubject: 'Your trial has ended',
  trialOverTold: 'Your Foreword trial has ended. Nothing was charged.',
  subscriptionOverSubject: 'Your subscription has ended',
  subscriptionOverTold: 'Your Foreword subscription has ended. You won’t be charged again.',
  overStays: 'Your account and your calendars stay as they are. You can subscribe again at any time.',
  cancelledSubject: 'Your subscription is cancelled',
  cancelledTold: 'Your Foreword subscription is cancelled. You keep access until {date} and won’t be charged again.',
  cancelledBack: 'If you change your mind before then, reactivate it in Settings.',

  ...REMARKS,

  exampleTitle: 'Example: intro call',
  exampleLocation: 'Online',
  exampleTake:
    'Ana Reyes wants to see whether you can take over deliveries in the north. [3] Example Freight opened its second warehouse in Leeds last month, and the contract with its current carrier ends in spring. [1]',
  exampleRisk: 'She left her last carrier over missed delivery slots: have your on-time figures ready. [2]',
  exampleNewsPage: 'Example Freight opens a warehouse in Leeds',
  exampleInterviewPage: 'Ana Reyes on carriers: an interview',
  exampleAboutPage: 'Example Freight: about us',
  exampleRole: 'Head of Operations since 2024 [3]',
  exampleMove: 'Led the move into the new warehouse, which took nine weeks. [1]',
  exampleQuote:
    'Said in an interview that she picks carriers by how reliably they keep delivery slots, not by price. [2]',
  exampleCompany: 'Freight forwarder for furniture makers, 140 people, family-owned. [3]',
  exampleNews: 'Took on four furniture makers in Scotland in the autumn. [1]',
  exampleDelivery: 'Now ships to customers within two days. [3]',
  examplePointRoutes:
    'Leeds roughly halves the distance to the customers in Scotland: show your routes from there. [1]',
  examplePointFigures: 'She judges carriers by reliability, so open with your figures, not with prices. [2]',
  exampleQuestionTrouble: 'Which deliveries from Leeds give you the most trouble today?',
  exampleQuestionDecision: 'When do you have to decide on the contract that ends in spring?',
  exampleNotFound: 'The name of the current carrier.',
} as const;

export type MessageKey = Exclude<keyof typeof en, 'tag' | 'voice' | 'addressee'>;
export type Messages = Record<keyof typeof en, string>;
