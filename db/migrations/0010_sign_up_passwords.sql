-- Up Migration

-- What the sign-up behind a verification link chose, until the link is followed. Anybody can sign up with any address; only who follows a link has it.
alter table auth_tokens add column password_hash text check (password_hash is null or purpose = 'verify_email');

-- Down Migration

alter table auth_tokens drop column password_hash;
