-- Up Migration

-- Public findings about one company or person, shared by all meetings with them. Contains nothing from users or
-- invitations: a person is identified only by the hash of address and name.
create table dossiers (
  -- `company:{domain}` or `person:{SHA-256}`
  key text primary key,
  -- Pages as returned by the search and fetch of the model vendor.
  pages jsonb not null default '[]',
  researched_at timestamptz,
  fresh_until timestamptz,
  -- Who is researching it now; an expired lease can be taken over.
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null default now()
);
create index dossiers_fresh_until on dossiers (fresh_until);

-- Down Migration

drop table dossiers;
