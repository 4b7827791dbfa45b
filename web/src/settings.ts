/** What the server tells the page as it serves it (see index.html): nothing secret. */
export type Settings = {
  turnstileSiteKey: string;
  turnstileScriptUrl: string;
  supportEmail: string;
  salesEmail: string;
  demoVideoUrl: string;
};

/**
 * Pages that are written at build time carry words in their place, which the API fills in as it serves them (api/pages.ts).
 * @throws when the page was served without its settings, which is a fault of the server.
 */
export const settings: Settings = import.meta.env.SSR
  ? {
      turnstileSiteKey: '',
      turnstileScriptUrl: '',
      supportEmail: '__SUPPORT_EMAIL__',
      salesEmail: '__SALES_EMAIL__',
      demoVideoUrl: '__DEMO_VIDEO_URL__',
    }
  : readSettings(document.getElementById('settings')?.textContent ?? '');

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
