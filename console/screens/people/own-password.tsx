/**
 * Changes the reader's own password.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function OwnPassword() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Password" actions={<Button onClick={() => setOpen(true)}>Change the password</Button>}>
      <p>With another password your other sessions end.</p>
      {isOpen && <ChangePassword onClose={() => setOpen(false)} />}
    </Section>
  );
}

function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const say = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const change = useMutation({
    mutationFn: (body: Schema<'PeopleNewPassword'>) => take(api.PUT('/operator/v1/session/password', { body })),
    onSuccess: async ({ ended }) => {
      await client.invalidateQueries({ queryKey: ['sessions-of-people'] });
      say(`The password is changed${ended === 0 ? '' : `, and ${ended} other sessions have ended`}.`);
      onClose();
    },
  });
  const submit = (fields: FormData) => {
    const fresh = String(fields.get('fresh') ?? '');
    const isSame = fresh === String(fields.get('again') ?? '');
    setProblem(isSame ? null : 'It is not the same as above.');
    if (isSame) change.mutate({ password: String(fields.get('password') ?? ''), new_password: fresh });
  };
  return (
    <Dialog title="Change the password" isOpen onOpenChange={onClose}>
      <Form label="Change the password" onSubmit={submit}>
        <Field label="The one that you have" name="password" type="password" autoComplete="current-password" required />
        <Field
          label="The new one"
          name="fresh"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          maxLength={200}
          hint="12 characters or more."
        />
        <Field
          label="The new one again"
          name="again"
          type="password"
          autoComplete="new-password"
          required
          problem={problem}
        />
        {change.error && <FailureNotice what="The password is as before." error={change.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={change.isPending}>
            Change it
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
