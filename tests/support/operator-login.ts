/** The operator's login to the Web UI in these tests. */
export const LOGIN = { username: 'ops', password: 'sesame' };

/** Returns the header that logs the operator in. */
export function loginWith(password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${LOGIN.username}:${password}`).toString('base64')}` };
}
