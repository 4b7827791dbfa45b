-- Up Migration

-- Documents in the invitation: `[{title, url, host}]`; `url` is null if it must not be linked.
alter table meetings add column documents jsonb not null default '[]';

-- When the user answered or dismissed "How did it go?", which is asked only once.
alter table meetings add column outcome_asked_at timestamptz;

-- Down Migration

alter table meetings drop column documents, drop column outcome_asked_at;
