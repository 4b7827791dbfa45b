-- Up Migration

-- The password chosen at sign-up, which applies once the verification link is used. Anyone can sign up with any
-- address; only using the link proves that it is theirs.
alter table auth_tokens add column password_hash text check (password_hash is null or purpose = 'verify_email');

-- Down Migration

alter table auth_tokens drop column password_hash;
