/**
 * Compares the log with an end that somebody kept: an entry of that hash has to stand in its place. A log that was replaced
 * as a whole is found out by nothing else.
 */
import { useState } from 'react';
import { ApiFailure, api, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { type Compared, endIn } from './words.ts';

const SAID: Readonly<Record<Compared, string>> = {
  same: 'This log holds it.',
  another: 'Another entry stands in its place: this is not the log that it was the end of.',
  gone: 'There is no entry in its place: it was let go, or this is another log.',
};

export function KeptEnd() {
  const [problem, setProblem] = useState<string | null>(null);
  const [compared, setCompared] = useState<Compared | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const compare = async (fields: FormData) => {
    const end = endIn(textOf(fields, 'end'));
    setProblem(end === null ? 'A place and a hash: 7: and 64 hexadecimal digits.' : null);
    setCompared(null);
    setFailure(null);
    if (end === null) return;
    try {
      const params = { path: { seq: end.seq } };
      const { entry } = await take(api.GET('/operator/v1/audit/{seq}', { params }));
      setCompared(entry.hash === end.hash ? 'same' : 'another');
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 404) setCompared('gone');
      else setFailure(error);
    }
  };
  return (
    <>
      <Form label="Compare with an end that was kept" isRow onSubmit={(fields) => void compare(fields)}>
        <Field
          label="An end that you kept before"
          name="end"
          autoComplete="off"
          spellCheck={false}
          placeholder="7:60303ae2…"
          problem={problem}
        />
        <Button type="submit">Compare</Button>
      </Form>
      <div role="status">
        {compared !== null && (
          <p>
            <Badge tone={compared === 'same' ? 'good' : 'bad'}>
              {compared === 'same' ? 'The same' : 'Not the same'}
            </Badge>{' '}
            {SAID[compared]}
          </p>
        )}
      </div>
      {failure !== null && <FailureNotice what="It could not be compared." error={failure} />}
    </>
  );
}
