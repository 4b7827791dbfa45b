import { describe, expect, test } from 'vitest';
import { createSes } from '#sandbox/ses/ses.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { mailSettings } from '#tests/support/mail-settings.ts';
import { createSandboxMail } from '#tests/support/vendor-adapters.ts';
import { contactData, renderContact } from '#workers/emails/contact.tsx';

const inquiry = {
  name: 'Ines Marlow',
  email: 'ines@brightwater.test',
  phone: '+1 (555) 010-9999',
  inquiryType: 'sales' as const,
  message: 'We are forty people.\n\nWhat would it cost?',
};

describe('the inquiry email', () => {
  test('shows the sender and message, and directs replies to the visitor', async () => {
    const { subject, text, html, headers } = await renderContact(inquiry, mailSettings);
    expect(subject).toBe('Sales inquiry from Ines Marlow');
    expect(headers).toEqual({ 'Reply-To': 'ines@brightwater.test' });
    expect(text).toContain('Name: Ines Marlow\nEmail: ines@brightwater.test\nPhone: +1 (555) 010-9999');
    expect(text).toContain('We are forty people.\n\nWhat would it cost?');
    expect(html).toContain('What would it cost?');
  });

  test('falls back to the address without a name', async () => {
    const { subject, text } = await renderContact({ ...inquiry, inquiryType: 'support', name: null }, mailSettings);
    expect(subject.replaceAll('\u200c', '')).toBe('Support inquiry from ines@brightwater.test');
    expect(text).not.toContain('Name:');
  });

  test('shows markup and links as harmless text', async () => {
    const message = '<img src="https://evil.test/x.png"> <a href="https://evil.test">here</a>';
    const { html, text } = await renderContact({ ...inquiry, name: '<b>Ines</b>', message }, mailSettings);
    expect(html).not.toMatch(/<img|<b>|href="https:\/\/evil|https:\/\/evil\.test/);
    expect(text).not.toContain('https://evil.test');
  });

  test.each(['a@b.test\r\nBcc: eve@evil.test', 'a@b.test, eve@evil.test', '"a b"@c.test', 'Eve <eve@evil.test>'])(
    'rejects the address %j',
    (email) => {
      expect(contactData.safeParse({ ...inquiry, email }).success).toBe(false);
    },
  );

  test("has one recipient and no headers injected through the visitor's name", async () => {
    const ses = await startVendor(createSes);
    try {
      const mail = createSandboxMail(ses);
      const rendered = await renderContact(
        { ...inquiry, name: 'Ines\r\nBcc: eve@evil.test\r\n\r\nBody' },
        mailSettings,
      );
      await mail.send({ ...rendered, to: 'sales@foreword.test' });
      const [received, ...others] = await ses.vendor.outbox();
      expect(others).toEqual([]);
      expect(JSON.stringify(received?.to)).toContain('sales@foreword.test');
      expect(JSON.stringify(received?.to)).not.toContain('eve@evil.test');
      expect(received?.headers['bcc']).toBeUndefined();
      expect(received?.headers['reply-to']).toBe('ines@brightwater.test');
    } finally {
      await ses.close();
    }
  });
});
