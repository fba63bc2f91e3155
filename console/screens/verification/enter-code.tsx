/**
 * In the sandbox: hands in the code of a verification as its caller would, or gives it up. Three wrong codes end it.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schema, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';

type Change = Schema<'VerificationChange'>;

export interface EnterCodeProps {
  readonly reference: string;
  /** Of what is shown of it. */
  readonly queryKey: readonly string[];
}

export function EnterCode({ reference, queryKey }: EnterCodeProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: Change) => {
      const body = { operation: 'verification_change' as const, body: { reference_id: reference, ...wanted } };
      return take<{ readonly status?: unknown }>(api.POST('/operator/v1/sandbox/send', { body }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const enter = (fields: FormData, form: HTMLFormElement) =>
    change.mutate(
      { action: 'finalize', security_factor: textOf(fields, 'code') },
      // What was not compared stays, to be handed in again.
      { onSuccess: () => form.reset() },
    );
  const said = wordsOf(change.data?.status);
  return (
    <>
      <Form label="Enter the code" isRow onSubmit={enter}>
        <Field label="Code" name="code" inputMode="numeric" autoComplete="off" required placeholder="123456" />
        <Button type="submit" needs="operate" isBusy={change.isPending}>
          Enter it
        </Button>
        <Button kind="quiet" needs="operate" onClick={() => change.mutate({ action: 'cancel' })}>
          Give it up
        </Button>
      </Form>
      <p role="status">{said && <Badge>{said}</Badge>}</p>
      {change.error && <FailureNotice what="It was not changed." error={change.error} />}
    </>
  );
}

function wordsOf(status: unknown): string | null {
  const { code, description } = (status ?? {}) as { readonly code?: unknown; readonly description?: unknown };
  return typeof description === 'string' ? `${description} ${code}` : null;
}
