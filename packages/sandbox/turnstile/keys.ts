import { keys } from '#sandbox/config.ts';
/**
 * A site key's behaviour. docs/running.md lists the sandbox's own pair; the others are the vendor's documented dummies.
 */
export type SiteKeyBehaviour = 'issue' | 'dummy' | 'block' | 'interact';

const siteKeys: Record<string, SiteKeyBehaviour> = {
  [keys.turnstileSite]: 'issue',
  '1x00000000000000000000AA': 'dummy',
  '1x00000000000000000000BB': 'dummy',
  '2x00000000000000000000AB': 'block',
  '2x00000000000000000000BB': 'block',
  '3x00000000000000000000FF': 'interact',
};

export type SecretBehaviour = 'check' | 'pass' | 'fail' | 'spent';

const secrets: Record<string, SecretBehaviour> = {
  [keys.turnstileSecret]: 'check',
  '1x0000000000000000000000000000000AA': 'pass',
  '2x0000000000000000000000000000000AA': 'fail',
  '3x0000000000000000000000000000000AA': 'spent',
};

/** The token of every dummy site key. */
export const dummyToken = 'XXXX.DUMMY.TOKEN.XXXX';

export function behaviourOfSiteKey(siteKey: string): SiteKeyBehaviour | undefined {
  return siteKeys[siteKey];
}

export function behaviourOfSecret(secret: string): SecretBehaviour | undefined {
  return secrets[secret];
}
