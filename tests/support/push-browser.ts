import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Creates the browser's side of push messages: a subscription, and a function that decrypts what it receives
 * (https://www.rfc-editor.org/rfc/rfc8291).
 */
export function createPushBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  const ownKey = ecdh.generateKeys();
  const auth = randomBytes(16);

  /** @throws if the message is not encrypted for this browser */
  function read(message: Buffer): unknown {
    const salt = message.subarray(0, 16);
    const keyEnd = 21 + message.readUInt8(20);
    const theirKey = message.subarray(21, keyEnd);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, theirKey]);
    const shared = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(theirKey), auth, info, 32));
    const derive = (name: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, bytes));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(message.subarray(-16));
    const padded = Buffer.concat([decipher.update(message.subarray(keyEnd, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }

  const keys = { p256dh: ownKey.toString('base64url'), auth: auth.toString('base64url') };
  return { subscription: { endpoint, keys }, read };
}
