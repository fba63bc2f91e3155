-- A code is right once: when it was given and was right.
alter table calls add column code_used_at timestamptz;
