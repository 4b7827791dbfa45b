declare module 'is-biz-mail' {
  const isBizMail: {
    /** @throws Error for text without an `@`, or with a `*`. */
    isFreeMailAddress(address: string): boolean;
  };
  export default isBizMail;
}
