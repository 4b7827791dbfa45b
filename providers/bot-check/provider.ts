/** Checks that a form was filled in by a person rather than a program. */
export type BotCheck = {
  /**
   * Whether the token was issued to a person on our own pages for one of these actions. A token is
   * valid once.
   * @throws VendorUnavailableError if the verifier gave no usable response
   */
  verify(token: string, expected: { actions: readonly string[]; ip?: string | undefined }): Promise<boolean>;
};
