-- Up Migration

-- How dates, numbers and the clock are written for the reader; `briefing_language` says in which words.
alter table users
  -- BCP 47, as `Intl` writes it: `en-GB`, `de-AT`.
  add column locale text not null default 'en-GB' check (length(locale) between 2 and 35),
  -- Null: as usual where the locale is at home.
  add column hour_cycle text check (hour_cycle in ('h12', 'h23'));

-- Down Migration

alter table users drop column hour_cycle, drop column locale;
