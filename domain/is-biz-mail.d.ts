declare module 'is-biz-mail' {
  const isBizMail: {
    /** @throws Error for text without `@` or with `*` */
    isFreeMailAddress(address: string): boolean;
  };
  export default isBizMail;
}
