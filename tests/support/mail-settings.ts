import { readerOf } from '#workers/emails/reader.ts';

/** Settings for rendering a test's emails: our addresses and an English-speaking reader. */
export const mailSettings = {
  publicUrl: 'https://app.foreword.example',
  supportEmail: 'support@foreword.example',
  unsubscribeUrl: 'https://app.foreword.example/unsubscribe?token=sealed',
  syncIntervalS: 900,
  reader: readerOf(),
};
