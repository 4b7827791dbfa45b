-- Up Migration

-- The password chosen at a sign-up, until its verification link is opened. Anyone can sign up with any address; only
-- opening the link proves it is theirs.
alter table auth_tokens add column password_hash text check (password_hash is null or purpose = 'verify_email');

-- Down Migration

alter table auth_tokens drop column password_hash;
