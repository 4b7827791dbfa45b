/** Settings the server injects into the page (see web/vite.config.ts). Nothing secret. */
export type Settings = {
  turnstileSiteKey: string;
  turnstileScriptUrl: string;
  supportEmail: string;
  salesEmail: string;
  demoVideoUrl: string;
};

/**
 * Prerendered pages hold placeholders, which the API fills in (api/pages.ts).
 * @throws if the page was served without its settings
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
