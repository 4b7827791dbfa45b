import type { BilledSubscription, Invoice } from '#domain/billing.ts';

/** What can be subscribed to; amounts in cents. */
export type OfferedPlan = {
  priceId: string;
  productId: string;
  productName: string;
  description: string | null;
  amountCents: number;
  currency: string;
  interval: 'day' | 'week' | 'month' | 'year';
  intervalCount: number;
  planType: string;
  features: string[];
  /** Null where the provider says nothing of it. */
  meetingLimit: number | null;
  researchLimit: number | null;
};

export type CheckoutRequest = {
  customerId: string;
  userId: string;
  priceId: string;
  /** Null: paid from the first day. */
  trialDays: number | null;
  successUrl: string;
  cancelUrl: string;
  /** Kept beside the page, so that one opened for something else can be told from it. */
  fingerprint: string;
};

/** A page on which somebody pays. */
export type Checkout = {
  checkoutId: string;
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  fingerprint: string | null;
};

/** That something happened; what it led to is asked for. */
export type PaymentEvent = {
  eventId: string;
  type: string;
  customerId: string | null;
  occurredAt: Date;
  /** About real money, not about a test. */
  isLive: boolean;
};

/**
 * What the product needs of a payment provider. Every call may throw the errors of providers/errors.ts. Each that changes something may be repeated:
 * it has its effect once.
 */
export type Payments = {
  /** What is on sale, the one to be shown first in front. */
  listPlans(): Promise<OfferedPlan[]>;
  /** The same customer for the same user and address, but another one than `replaces`, which is gone. */
  createCustomer(customer: { userId: string; email: string; replaces: string | null }): Promise<string>;
  /**
   * Opens a page to pay on; a card is always asked for. Under one key there is one page.
   *
   * @throws RequestRejectedError `idempotency_mismatch` when the key stands for another request, `customer_missing` when the customer is gone;
   * VendorFaultError, which may come again for as long as the key is the same
   */
  createCheckout(request: CheckoutRequest, key: string): Promise<Checkout>;
  /** One of a customer who is gone counts as expired. */
  getCheckout(checkoutId: string): Promise<Checkout>;
  /** Nobody can pay on it any more; nothing happens to one that was paid on or has expired. */
  expireCheckout(checkoutId: string): Promise<void>;
  /** The same for every page of a customer that is open, also one whose address never arrived here. */
  expireCheckouts(customerId: string): Promise<void>;
  /** A page on which cards and bills are seen to. */
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<string>;
  /** Everything a customer has or had. */
  listSubscriptions(customerId: string): Promise<BilledSubscription[]>;
  /** The newest ones. */
  listInvoices(customerId: string): Promise<Invoice[]>;
  /** Ends a subscription now; one that has ended stays so. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Lets a subscription end with its period, or takes that back. */
  setCancelAtPeriodEnd(subscriptionId: string, isEnding: boolean): Promise<void>;
  /** Forgets a customer, and ends what is left of theirs. One that is gone counts as forgotten. */
  deleteCustomer(customerId: string): Promise<void>;
};

/** Reads what the provider reports by itself. */
export type PaymentEvents = {
  /** @returns null for what the provider did not sign, signed more than 300 s ago, or sent from its other mode (test, live) */
  read(body: Buffer, signature: string): PaymentEvent | null;
};
