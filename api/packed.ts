import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Request, Response } from 'express';

/** The best compression: browsers fetch a file once per release, and page budgets count compressed sizes. */
export const GZIP_LEVEL = 9;
/** Nearly as small as the best, in a tenth of the time. */
const BROTLI_QUALITY = 9;

const PACK = {
  br: (content: Buffer) =>
    promisify(zlib.brotliCompress)(content, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (content: Buffer) => promisify(zlib.gzip)(content, { level: GZIP_LEVEL }),
} as const satisfies Record<string, (content: Buffer) => Promise<Buffer>>;

/**
 * Creates a function that sends content compressed, if the client accepts that. Compresses each content once: anyone
 * can request pages and scripts without a limit, and compressing a script takes longer than most calls.
 *
 * @returns a function that sends what `read` returns; `key` identifies it and must have few distinct values. It
 *   rejects if `read` does, without sending anything.
 */
export function createPackedSender() {
  const packed = new Map<string, Promise<Buffer>>();

  return async (
    { request, response }: { request: Request; response: Response },
    key: string,
    read: () => Promise<Buffer>,
  ): Promise<void> => {
    const encoding = request.acceptsEncodings(['br', 'gzip']);
    response.vary('Accept-Encoding');
    if (encoding !== 'br' && encoding !== 'gzip') return void response.send(await read());
    const packedKey = `${encoding} ${key}`;
    const content = packed.get(packedKey) ?? read().then(PACK[encoding]);
    packed.set(packedKey, content);
    try {
      await content;
    } catch (error) {
      packed.delete(packedKey);
      throw error;
    }
    response.setHeader('Content-Encoding', encoding);
    response.send(await content);
  };
}
