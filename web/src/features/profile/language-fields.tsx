import { BRIEFING_LANGUAGES, clockOf, type ReaderLocale } from '#contract/locale.ts';
import { exampleText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { Segmented } from '#web/ui/segmented.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

const LANGUAGES = BRIEFING_LANGUAGES.map((code) => ({ value: code, label: ownName(code) }));
const CLOCK_NAMES = { h12: '12-hour', h23: '24-hour' } as const;

type Props = { value: ReaderLocale; timeZone: string; onChange: (value: ReaderLocale) => void };

/** The language of briefings and the format of dates and times, with the current time as an example. */
export function LanguageFields({ value, timeZone, onChange }: Props) {
  const now = new Date(useNow()).toISOString();
  const usual = CLOCK_NAMES[clockOf({ ...value, hourCycle: null })];
  return (
    <div className="grid gap-4 p-5 sm:grid-cols-2">
      <SelectField
        label="Briefing language"
        options={LANGUAGES}
        value={value.language}
        onChange={({ currentTarget }) => {
          const language = BRIEFING_LANGUAGES.find((code) => code === currentTarget.value);
          if (language) onChange({ ...value, language });
        }}
      />
      <SelectField
        label="Region format"
        options={listRegions(value.locale)}
        value={value.locale}
        onChange={({ currentTarget }) => onChange({ ...value, locale: currentTarget.value })}
      />
      <div className="sm:col-span-2">
        <p className="mb-1.5 text-sm font-medium text-ink">Clock</p>
        <Segmented
          label="Clock"
          value={value.hourCycle ?? 'region'}
          options={[
            { value: 'region', label: 'By region' },
            { value: 'h12', label: CLOCK_NAMES.h12 },
            { value: 'h23', label: CLOCK_NAMES.h23 },
          ]}
          onChange={(clock) => onChange({ ...value, hourCycle: clock === 'region' ? null : clock })}
        />
        <p className="mt-1.5 text-sm text-ink3">Your region uses the {usual} clock.</p>
      </div>
      <dl className="grid gap-x-3 gap-y-1 text-sm sm:col-span-2 sm:grid-cols-[auto_1fr]">
        <dt className="text-ink3">In briefings and emails</dt>
        <dd lang={value.language}>{exampleText(now, timeZone, value)}</dd>
        <dt className="text-ink3">In Foreword</dt>
        <dd>{exampleText(now, timeZone, { ...value, language: 'en' })}</dd>
      </dl>
      <p className="text-sm text-ink3 sm:col-span-2">
        Briefings and other emails are written in the briefing language; quotes keep the language of their source.
        Foreword itself is in English.
      </p>
    </div>
  );
}

/** A language's name in that language: `Deutsch`. */
function ownName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.slice(0, 1).toLocaleUpperCase(code) + name.slice(1);
}

/** Locales for each country's main business languages. */
const LOCALES =
  'ar-AE en-AU de-AT fr-BE nl-BE pt-BR bg-BG en-CA fr-CA es-CL zh-CN es-CO hr-HR cs-CZ da-DK et-EE fi-FI fr-FR de-DE el-GR en-HK hu-HU is-IS en-IN id-ID en-IE he-IL it-IT ja-JP lv-LV lt-LT de-LU fr-LU en-MY es-MX nl-NL en-NZ nb-NO en-PH pl-PL pt-PT ro-RO en-SG sk-SK sl-SI en-ZA ko-KR es-ES sv-SE de-CH fr-CH it-CH zh-TW th-TH tr-TR uk-UA en-GB en-US vi-VN'.split(
    ' ',
  );

/** The select options, sorted by country. @param chosen always included */
function listRegions(chosen: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const languages = new Intl.DisplayNames('en', { type: 'language' });
  return [...new Set([...LOCALES, chosen])]
    .map((value) => {
      const { region, language } = new Intl.Locale(value).maximize();
      return { value, label: `${names.of(region ?? '001')} (${languages.of(language)})` };
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}
