/** Locales for each country's main business languages. */
const LOCALES =
  'ar-AE en-AU de-AT fr-BE nl-BE pt-BR bg-BG en-CA fr-CA es-CL zh-CN es-CO hr-HR cs-CZ da-DK et-EE fi-FI fr-FR de-DE el-GR en-HK hu-HU is-IS en-IN id-ID en-IE he-IL it-IT ja-JP lv-LV lt-LT de-LU fr-LU en-MY es-MX nl-NL en-NZ nb-NO en-PH pl-PL pt-PT ro-RO en-SG sk-SK sl-SI en-ZA ko-KR es-ES sv-SE de-CH fr-CH it-CH zh-TW th-TH tr-TR uk-UA en-GB en-US vi-VN'.split(
    ' ',
  );

/** The select options, sorted by country. @param chosen always included */
export function listRegions(chosen: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const languages = new Intl.DisplayNames('en', { type: 'language' });
  return [...new Set([...LOCALES, chosen])]
    .map((value) => {
      const { region, language } = new Intl.Locale(value).maximize();
      return { value, label: `${names.of(region ?? '001')} (${languages.of(language)})` };
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}
