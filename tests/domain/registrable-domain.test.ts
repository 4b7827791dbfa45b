import { describe, expect, test } from 'vitest';
import { registrableDomain, registrableDomainOfAddress } from '#domain/registrable-domain.ts';

describe('the registrable domain', () => {
  test.for([
    ['mail.eu.brightwater.co.uk', 'brightwater.co.uk'],
    ['Harborline.COM', 'harborline.com'],
    ['harborline.com.', 'harborline.com'],
    ['eu.harborline.test', 'harborline.test'],
    ['someone.github.io', 'someone.github.io'],
    ['intranet', 'intranet'],
    ['10.0.0.1', '10.0.0.1'],
  ] as const)('of %s is %s', ([host, domain]) => {
    expect(registrableDomain(host)).toBe(domain);
  });

  test('of an address comes from the part after the last @', () => {
    expect(registrableDomainOfAddress('"a@b"@mail.harborline.test')).toBe('harborline.test');
    expect(registrableDomainOfAddress('nobody')).toBeNull();
    expect(registrableDomainOfAddress('nobody@')).toBeNull();
  });
});
