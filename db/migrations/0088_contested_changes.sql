-- Up Migration

-- When an owner of the account's present address got in without its former ones: by a reset or a provider. A link that
-- undoes the change then locks the account instead of giving it back.
alter table auth_tokens add column contested_at timestamptz;

-- Down Migration

alter table auth_tokens drop column contested_at;
