-- Up Migration

-- Public findings about one company or person, shared by all meetings with them. Nothing here comes from users or
-- invitations: people are identified only by a hash of address and name.
create table dossiers (
  -- `company:{domain}` or `person:{SHA-256}`
  key text primary key,
  -- Pages as returned by the model vendor's search and fetch.
  pages jsonb not null default '[]',
  researched_at timestamptz,
  fresh_until timestamptz,
  -- Identifies the run that is researching it now; an expired lease can be taken over.
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null default now()
);
create index dossiers_fresh_until on dossiers (fresh_until);

-- Down Migration

drop table dossiers;
