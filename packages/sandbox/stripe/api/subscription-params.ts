import * as z from 'zod';
import { clearable, flag, metadata, text, whole } from './params.ts';

export const statuses = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
const feedback = z.enum([
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
]);
export const cancellation = z.strictObject({
  comment: clearable.optional(),
  feedback: feedback.or(z.literal('').transform(() => null)).optional(),
});
export const proration = z.enum(['none', 'create_prorations', 'always_invoice']);
const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
});
const moment = z.string().regex(/^(now|\d{1,12})$/, 'Invalid integer');
const common = {
  cancel_at: z
    .string()
    .regex(/^(|\d{1,12}|min_period_end|max_period_end)$/, 'Invalid integer')
    .optional(),
  cancel_at_period_end: flag.optional(),
  default_payment_method: text.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  proration_behavior: proration.optional(),
  trial_end: moment.optional(),
  trial_settings: trialSettings.optional(),
};
const newItem = z.strictObject({ price: text, quantity: whole.optional(), metadata: metadata.optional() });
/** The parameters of a new subscription. */
export const newSubscription = {
  ...common,
  customer: text,
  items: z.array(newItem),
  billing_mode: z.strictObject({ type: z.enum(['classic', 'flexible']) }).optional(),
  collection_method: z.enum(['charge_automatically']).optional(),
  currency: text.optional(),
  off_session: flag.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  payment_settings: z
    .strictObject({ save_default_payment_method: z.enum(['off', 'on_subscription']).optional() })
    .optional(),
  trial_period_days: whole.optional(),
};
/** The parameters of an update. */
export const changes = {
  ...common,
  cancellation_details: cancellation.optional(),
  items: z
    .array(
      z.strictObject({ id: text, price: text.optional(), quantity: whole.optional(), metadata: metadata.optional() }),
    )
    .optional(),
};
export type NewSubscription = z.output<z.ZodObject<typeof newSubscription>>;
export type Changes = z.output<z.ZodObject<typeof changes>>;
