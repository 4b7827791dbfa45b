import { readerOf } from '#workers/emails/reader.ts';

/** What a test's emails are rendered with: our addresses, and a reader of English. */
export const mailSettings = {
  publicUrl: 'https://app.foreword.example',
  supportEmail: 'support@foreword.example',
  unsubscribeUrl: 'https://app.foreword.example/unsubscribe?token=sealed',
  syncIntervalS: 900,
  reader: readerOf(),
};
