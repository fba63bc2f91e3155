-- What an account may cost in an hour and a day, and the pauses between codes to one number.
--
-- 1. Accounts that exist keep what they have: every new limit is switched off in their settings, unless somebody has
--    set it there. Taking a setting back (null) gives them the gateway's figure.
-- 2. The release before reads none of these settings, and neither the column nor the table.

-- What the last borrower got: the difference that `used` alone cannot tell, in the row that the statement returns.
alter table counters add column granted bigint not null default 0;

-- How many codes a number has had in a row, and when the last one. bucket: hash12(number)
create table code_pauses (
  number text not null,
  account_id text not null,
  bucket smallint not null,
  codes int not null,
  last_at timestamptz not null,
  constraint "an account's codes to a number stand in one row" primary key (number, account_id, bucket)
);
create index code_pauses_by_time on code_pauses (last_at);

update accounts set settings = '{
  "allowedNumberKinds": ["premium", "shared_cost", "personal", "satellite"],
  "codePausesS": [],
  "perPrefixPerHour": 0,
  "perCountryPerHour": 0,
  "perEndUserPerHour": 0,
  "peopleLookUpsPerNumberPerHour": 0,
  "textsPerDay": 0,
  "callsPerDay": 0,
  "peopleLookUpsPerDay": 0,
  "extensionKeys": true
}'::jsonb || settings;
