import type { getFeedbackLink, getFeedbackReasons, giveFeedback, giveFeedbackReason } from '#contract/feedback.ts';
import type {
  confirmNewsletter,
  getNewsletterConfirmation,
  getNewsletterUnsubscription,
  unsubscribeFromNewsletter,
} from '#contract/newsletter.ts';
import type { confirmObjection, getObjectionRequest } from '#contract/objections.ts';
import type { getUnsubscription, unsubscribe } from '#contract/unsubscribe.ts';
import { caller } from './client.ts';
import { linkQuery } from './link-query.ts';

// GETs only describe a link; the POST acts.

export const feedbackLinkQuery = linkQuery<typeof getFeedbackLink>('/feedback');
export const postFeedback = caller<typeof giveFeedback>('post', '/feedback');

export const feedbackReasonsQuery = linkQuery<typeof getFeedbackReasons>('/feedback/reason');
export const postFeedbackReason = caller<typeof giveFeedbackReason>('post', '/feedback/reason');

export const newsletterConfirmationQuery = linkQuery<typeof getNewsletterConfirmation>('/newsletter/confirm');
export const postNewsletterConfirmation = caller<typeof confirmNewsletter>('post', '/newsletter/confirm');

export const newsletterUnsubscriptionQuery = linkQuery<typeof getNewsletterUnsubscription>('/newsletter/unsubscribe');
export const postNewsletterUnsubscription = caller<typeof unsubscribeFromNewsletter>('post', '/newsletter/unsubscribe');

export const objectionRequestQuery = linkQuery<typeof getObjectionRequest>('/privacy/objection/confirm');
export const postObjectionConfirmation = caller<typeof confirmObjection>('post', '/privacy/objection/confirm');

export const unsubscriptionQuery = linkQuery<typeof getUnsubscription>('/unsubscribe');
export const postUnsubscription = caller<typeof unsubscribe>('post', '/unsubscribe');
