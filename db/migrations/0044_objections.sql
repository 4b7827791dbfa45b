-- Up Migration

-- Whom nobody researches: guests who asked for it themselves, and addresses and domains that an admin listed. Nothing here can be read without a key of
-- ENCRYPTION_KEYS: `subject` is a keyed hash (`{keyId}.{hmac}`), by which research finds out whether a guest is listed; `listed` is an envelope with the
-- address or domain itself, for the admins who keep the list and for a change of keys.
create table objections (
  id uuid primary key,
  kind text not null check (kind in ('address', 'domain')),
  subject text not null unique,
  listed text not null,
  reason text,
  -- Null: asked for by the guest, with the form of the privacy page.
  listed_by uuid references users on delete set null,
  is_own boolean not null,
  -- Of the newest mailed link, while it waits to be followed.
  token_hash bytea unique,
  token_expires_at timestamptz,
  requested_at timestamptz not null default now(),
  -- From then on it counts.
  confirmed_at timestamptz
);
create index objections_newest on objections (requested_at desc, id desc);

-- Whose objection ends a dossier, as `objections.subject` says it: a company's, or a person's and their company's. Null in dossiers from before; of people
-- each objection erases those too, for nobody can tell whom they are about.
alter table dossiers add column about text[];
create index dossiers_about on dossiers using gin (about);

-- Down Migration

drop index dossiers_about;
alter table dossiers drop column about;
drop table objections;
