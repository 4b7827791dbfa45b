-- Up Migration

-- People and companies that must not be researched: guests who objected, and addresses and domains listed by an admin.
-- Unreadable without ENCRYPTION_KEYS: `subject` is a keyed hash (`{keyId}.{hmac}`) for checking whether a guest is
-- listed; `listed` is an envelope with the address or domain itself, for admins and key rotation.
create table objections (
  id uuid primary key,
  kind text not null check (kind in ('address', 'domain')),
  subject text not null unique,
  listed text not null,
  reason text,
  -- The admin; null if the guest used the form on the privacy page.
  listed_by uuid references users on delete set null,
  is_own boolean not null,
  -- Token hash of the newest mailed link.
  token_hash bytea unique,
  token_expires_at timestamptz,
  requested_at timestamptz not null default now(),
  -- When it took effect.
  confirmed_at timestamptz
);
create index objections_newest on objections (requested_at desc, id desc);

-- Subjects whose objections apply to a dossier, as in `objections.subject`: a company's, or a person's and their
-- company's. Null for older dossiers: any objection erases those about people, since it is unknown who they are about.
alter table dossiers add column about text[];
create index dossiers_about on dossiers using gin (about);

-- Down Migration

drop index dossiers_about;
alter table dossiers drop column about;
drop table objections;
