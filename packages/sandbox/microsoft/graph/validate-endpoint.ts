import { randomUUID } from 'node:crypto';
import { GraphError } from '#sandbox/microsoft/errors.ts';

const answerWithinMs = 10_000;

/**
 * Validates a subscription's endpoint: it gets `?validationToken=` and must return it, decoded, as text/plain with 200
 * within 10 s. HTTPS anywhere, plain HTTP on loopback.
 * @throws 400 ValidationError with the reason
 */
export async function validateEndpoint(notificationUrl: string): Promise<void> {
  const url = new URL(notificationUrl);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !isLoopback) throw invalid('Notification endpoint must use https.');
  // Spaces and a plus sign show whether the endpoint decodes the token.
  const validationToken = `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()} +`;
  url.searchParams.set('validationToken', validationToken);
  const answer = await ask(url);
  if (answer.status !== 200)
    throw invalid(`Subscription validation request failed. HTTP status code is '${answer.status}'.`);
  if (answer.contentType?.split(';')[0]?.trim().toLowerCase() !== 'text/plain') {
    throw invalid("Subscription validation request failed. The content type must be 'text/plain'.");
  }
  if (answer.text !== validationToken) {
    throw invalid(
      'Subscription validation request failed. Response must exactly match validationToken query parameter.',
    );
  }
}

async function ask(url: URL): Promise<{ status: number; contentType: string | null; text: string }> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    return { status: answer.status, contentType: answer.headers.get('content-type'), text: await answer.text() };
  } catch (cause) {
    const timedOut = cause instanceof Error && cause.name === 'TimeoutError';
    throw invalid(
      `Subscription validation request ${timedOut ? 'timed out' : 'failed. The endpoint could not be reached'}.`,
    );
  }
}

function invalid(message: string): GraphError {
  return new GraphError(400, 'ValidationError', message);
}
