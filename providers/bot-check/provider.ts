/** Checks that a form was filled in by a person rather than a program. */
export type BotCheck = {
  /**
   * Returns whether the token was issued to a person on our own pages for one of these actions. A token is valid once.
   * @throws VendorUnavailableError if the verifier did not give a usable response
   */
  verify(token: string, expected: { actions: readonly string[]; ip?: string | undefined }): Promise<boolean>;
};
