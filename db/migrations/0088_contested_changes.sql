-- Up Migration

-- When someone recovered the account at a later address, by a reset or a provider. The link that undoes the change then
-- locks the account instead of giving it back.
alter table auth_tokens add column contested_at timestamptz;

-- Down Migration

alter table auth_tokens drop column contested_at;
