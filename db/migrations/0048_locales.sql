-- Up Migration

-- The reader's format for dates, numbers and times; `briefing_language` is the language of the text.
alter table users
  -- BCP 47, as in `Intl`: `en-GB`, `de-AT`.
  add column locale text not null default 'en-GB' check (length(locale) between 2 and 35),
  -- Null: the locale's default.
  add column hour_cycle text check (hour_cycle in ('h12', 'h23'));

-- Down Migration

alter table users drop column hour_cycle, drop column locale;
