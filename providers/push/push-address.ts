/** Where the browsers themselves have their messages come from: Chrome and Edge, Firefox, Edge on Windows, Safari. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^(?:[\w-]+\.)?push\.services\.mozilla\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
  /^(?:[\w-]+\.)?push\.apple\.com$/,
];

/** Whether a browser's vendor has it, or outside production the stand-in on this machine. Nothing else is ever connected to. */
export function isPushAddress(text: string, { isLoopbackAllowed }: { isLoopbackAllowed: boolean }): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (isLoopbackAllowed && /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname)) return url.pathname.startsWith('/push/');
  return url.protocol === 'https:' && url.port === '' && HOSTS.some((host) => host.test(url.hostname));
}
