/** Lengths in characters. Kept apart from the other limits, since only one page needs them. */
export const CONTACT_MESSAGE = { minLength: 10, maxLength: 2000 } as const;
export const CONTACT_NAME = { minLength: 2, maxLength: 100 } as const;
export const CONTACT_PHONE = { minLength: 10, maxLength: 20 } as const;
