/** A check that a person, not a program, filled in a form. */
export type BotCheck = {
  /**
   * Whether the token was given to a person on our own pages for one of these actions. A token counts once.
   * @throws VendorUnavailableError when the verifier cannot be asked: then nobody is let through.
   */
  verify(token: string, expected: { actions: readonly string[]; ip?: string | undefined }): Promise<boolean>;
};
