import type { BilledSubscription, Invoice } from '#domain/billing.ts';

/** A plan on sale; amounts in cents, meaning hundredths of any currency. */
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
  /** Null if the provider does not specify it. */
  meetingLimit: number | null;
  researchLimit: number | null;
};

export type CheckoutRequest = {
  customerId: string;
  userId: string;
  priceId: string;
  /** Null for no trial. */
  trialDays: number | null;
  successUrl: string;
  cancelUrl: string;
  /** Stored with the page to recognize one opened with the same parameters. */
  fingerprint: string;
};

/** A checkout page. */
export type Checkout = {
  checkoutId: string;
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  fingerprint: string | null;
};

/** A webhook event. Only its customer matters: their current state is then read from the provider. */
export type PaymentEvent = {
  eventId: string;
  type: string;
  customerId: string | null;
  occurredAt: Date;
  /** Real money rather than a test. */
  isLive: boolean;
};

/**
 * The calls the product makes to a payment provider. Every call may throw the errors of
 * providers/errors.ts. Every write can be repeated and takes effect once.
 */
export type Payments = {
  /** Returns the plans on sale, in display order. */
  listPlans(): Promise<OfferedPlan[]>;
  /**
   * Creates a customer, or returns the existing one for the same user and address. Never returns the
   * customer `replaces`, who no longer exists.
   */
  createCustomer(customer: { userId: string; email: string; replaces: string | null }): Promise<string>;
  /** Returns all customers, oldest last. `userId`: null if this product did not create the customer. */
  listCustomers(): Promise<{ customerId: string; userId: string | null }[]>;
  /**
   * Opens a checkout page that always asks for a card, entered or saved with Link, and accepts nothing else. The same key
   * returns the same page.
   *
   * @throws RequestRejectedError `idempotency_mismatch` if the key was used for another request,
   * `customer_missing` if the customer is gone; VendorFaultError, which may recur with the same key
   */
  createCheckout(request: CheckoutRequest, key: string): Promise<Checkout>;
  /** Returns a checkout page; it counts as expired if its customer was deleted. */
  getCheckout(checkoutId: string): Promise<Checkout>;
  /** Closes the page for payment; has no effect if it was paid or has expired. */
  expireCheckout(checkoutId: string): Promise<void>;
  /** Closes all open pages of a customer, even those whose URL we never received. */
  expireCheckouts(customerId: string): Promise<void>;
  /** Returns the URL of a page to manage cards and invoices. */
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<string>;
  /** Returns all of a customer's current and past subscriptions. */
  listSubscriptions(customerId: string): Promise<BilledSubscription[]>;
  /** Returns a customer's ten most recent invoices. */
  listInvoices(customerId: string): Promise<Invoice[]>;
  /** Ends a subscription immediately; has no effect if it has ended. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Sets or withdraws the cancellation at the end of the period. Either way, a pending change of plan is dropped. */
  setCancelAtPeriodEnd(subscriptionId: string, isEnding: boolean): Promise<void>;
  /** Deletes a customer and ends their subscriptions. Succeeds if the customer is already gone. */
  deleteCustomer(customerId: string): Promise<void>;
};

/** Reads the provider's webhook events. */
export type PaymentEvents = {
  /**
   * @returns null if the body was not signed by the provider, was signed more than 300 s ago, or is
   * from the other mode (test, live)
   */
  read(body: Buffer, signature: string): PaymentEvent | null;
};
