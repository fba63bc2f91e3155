-- What was wrong with rows of an import, and that an import was stopped. It only adds: the release before runs on it. It
-- writes down no fault, and goes on with what was stopped.

alter table imports
  -- [{row, line, why}]: of the first rows that were refused; never what they say.
  add column faults jsonb not null default '[]',
  -- Nobody goes on with it: it is never whole.
  add column stopped_at timestamptz;
