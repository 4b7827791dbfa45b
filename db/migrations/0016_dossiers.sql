-- Up Migration

-- What the public web says about one company or one person, shared by all meetings with them. Nothing of any user or invitation stands here: a person is
-- known by the hash of address and name alone.
create table dossiers (
  -- `company:{domain}` or `person:{SHA-256}`
  key text primary key,
  -- Pages as the search and the fetch of the model's vendor returned them.
  pages jsonb not null default '[]',
  researched_at timestamptz,
  fresh_until timestamptz,
  -- Who is researching it at the moment; a lease that ran out is taken over.
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null default now()
);
create index dossiers_fresh_until on dossiers (fresh_until);

-- Down Migration

drop table dossiers;
