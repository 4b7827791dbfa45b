import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { keys } from '#sandbox/config.ts';
import { rawBody } from '#sandbox/control/body.ts';
import { SesError } from './errors.ts';

export const credentials = keys.ses;

const maxSkewMs = 15 * 60_000;

/** Verifies a request's AWS Signature Version 4 and returns its region. Throws the vendor's 403 unless it is valid. */
export function verifySignature(req: Request): { region: string } {
  const header = req.get('authorization');
  if (header === undefined) throw denied('MissingAuthenticationToken', 'Missing Authentication Token');
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!parts) throw denied('IncompleteSignature', 'Authorization header is not a complete AWS4-HMAC-SHA256 signature.');
  const [, accessKeyId = '', day = '', region = '', service = '', signedHeaders = '', signature = ''] = parts;
  if (accessKeyId !== credentials.accessKeyId) {
    throw denied('InvalidClientTokenId', 'The security token included in the request is invalid.');
  }
  const time = req.get('x-amz-date') ?? '';
  if (!time.startsWith(day) || !(Math.abs(Date.now() - parseTime(time)) <= maxSkewMs)) {
    throw denied('RequestExpired', `Signature expired: ${time} is not within 15 minutes of the server's time.`);
  }
  const expected = sign({ day, region, service, time, request: canonicalRequest(req, signedHeaders) });
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) {
    throw denied(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
    );
  }
  return { region };
}

function canonicalRequest(req: Request, signedHeaders: string): string {
  const url = new URL(req.originalUrl, 'http://localhost');
  const query = [...url.searchParams]
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .toSorted();
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${(req.get(name) ?? '').trim().replaceAll(/\s+/g, ' ')}\n`);
  return [req.method, url.pathname, query.join('&'), headers.join(''), signedHeaders, sha256(rawBody(req))].join('\n');
}

function sign({
  day,
  region,
  service,
  time,
  request,
}: Record<'day' | 'region' | 'service' | 'time' | 'request', string>): string {
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  );
  return createHmac('sha256', key).update(toSign).digest('hex');
}

/** Parses `20261121T093500Z` to epoch ms; NaN if malformed. */
function parseTime(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function denied(code: string, message: string): SesError {
  return new SesError(code, message, { status: 403 });
}
