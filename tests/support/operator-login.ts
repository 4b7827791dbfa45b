/** The operator's login to the Web UI in these tests. */
export const LOGIN = { username: 'ops', password: 'sesame' };

/** Returns the header that logs an operator in. */
export function loginWith(password: string, username: string = LOGIN.username): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}
