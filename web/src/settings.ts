/** What the server tells the page as it serves it (see index.html): nothing secret. */
export type Settings = {
  turnstileSiteKey: string;
  turnstileScriptUrl: string;
  supportEmail: string;
  salesEmail: string;
  demoVideoUrl: string;
};

/** @throws when the page was served without its settings, which is a fault of the server. */
export const settings: Settings = readSettings(document.getElementById('settings')?.textContent ?? '');

function readSettings(text: string): Settings {
  const parsed: unknown = JSON.parse(text);
  const fields = typeof parsed === 'object' && parsed !== null ? new Map(Object.entries(parsed)) : new Map();
  const field = (name: keyof Settings) => {
    const value: unknown = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    turnstileSiteKey: field('turnstileSiteKey'),
    turnstileScriptUrl: field('turnstileScriptUrl'),
    supportEmail: field('supportEmail'),
    salesEmail: field('salesEmail'),
    demoVideoUrl: field('demoVideoUrl'),
  };
}
