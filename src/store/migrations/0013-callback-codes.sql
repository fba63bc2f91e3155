-- Which numbers stand in the body of a callback that waits.
--
-- 1. The release before does not fill the column, and what it wrote has its numbers: false. Such a body is put into
--    today's numbers when it is sent (src/engine/callbacks/former-body.ts).
-- 2. The codes of messages and attempts stay as they are: store/stored-codes.ts reads and writes them.

alter table callbacks add column has_public_codes boolean not null default false;
