-- Up Migration

-- Documents of the invitation: `[{title, url, host}]`, `url` null where no link may be made of it.
alter table meetings add column documents jsonb not null default '[]';

-- When the user answered "How did it go?", or did not want to: it is asked once.
alter table meetings add column outcome_asked_at timestamptz;

-- Down Migration

alter table meetings drop column documents, drop column outcome_asked_at;
