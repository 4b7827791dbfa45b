import { queryOptions } from '@tanstack/react-query';
import type { getFeedbackLink, getFeedbackReasons, giveFeedback, giveFeedbackReason } from '#contract/feedback.ts';
import type { BodyOf } from '#contract/http.ts';
import type {
  confirmNewsletter,
  getNewsletterConfirmation,
  getNewsletterUnsubscription,
  unsubscribeFromNewsletter,
} from '#contract/newsletter.ts';
import type { confirmObjection, getObjectionRequest } from '#contract/objections.ts';
import type { getUnsubscription, unsubscribe } from '#contract/unsubscribe.ts';
import { call } from './client.ts';

// GETs only describe a link; the POST acts.

export function feedbackLinkQuery(token: string) {
  return linkQuery('feedback', token, () =>
    call<typeof getFeedbackLink>({ method: 'get', path: '/feedback', query: { token } }),
  );
}

export function postFeedback(token: string) {
  return call<typeof giveFeedback>({ method: 'post', path: '/feedback', body: { token } });
}

export function feedbackReasonsQuery(token: string) {
  return linkQuery('feedback-reasons', token, () =>
    call<typeof getFeedbackReasons>({ method: 'get', path: '/feedback/reason', query: { token } }),
  );
}

export function postFeedbackReason(body: BodyOf<typeof giveFeedbackReason>) {
  return call<typeof giveFeedbackReason>({ method: 'post', path: '/feedback/reason', body });
}

export function newsletterConfirmationQuery(token: string) {
  return linkQuery('newsletter-confirmation', token, () =>
    call<typeof getNewsletterConfirmation>({ method: 'get', path: '/newsletter/confirm', query: { token } }),
  );
}

export function postNewsletterConfirmation(token: string) {
  return call<typeof confirmNewsletter>({ method: 'post', path: '/newsletter/confirm', body: { token } });
}

export function objectionRequestQuery(token: string) {
  return linkQuery('objection-request', token, () =>
    call<typeof getObjectionRequest>({ method: 'get', path: '/privacy/objection/confirm', query: { token } }),
  );
}

export function postObjectionConfirmation(token: string) {
  return call<typeof confirmObjection>({ method: 'post', path: '/privacy/objection/confirm', body: { token } });
}

export function newsletterUnsubscriptionQuery(token: string) {
  return linkQuery('newsletter-unsubscription', token, () =>
    call<typeof getNewsletterUnsubscription>({ method: 'get', path: '/newsletter/unsubscribe', query: { token } }),
  );
}

export function postNewsletterUnsubscription(token: string) {
  return call<typeof unsubscribeFromNewsletter>({ method: 'post', path: '/newsletter/unsubscribe', body: { token } });
}

export function unsubscriptionQuery(token: string) {
  return linkQuery('unsubscription', token, () =>
    call<typeof getUnsubscription>({ method: 'get', path: '/unsubscribe', query: { token } }),
  );
}

export function postUnsubscription(token: string) {
  return call<typeof unsubscribe>({ method: 'post', path: '/unsubscribe', body: { token } });
}

/**
 * Describes what a mailed link would do. Never refetched automatically: a link may turn invalid once used, which must
 * not replace what the page shows.
 */
function linkQuery<T>(name: string, token: string, queryFn: () => Promise<T>) {
  return queryOptions({ queryKey: [name, token], queryFn, staleTime: Number.POSITIVE_INFINITY });
}
