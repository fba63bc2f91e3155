/**
 * Sets the reader's own second factor up, or takes it away.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { FactorSetup, RecoveryCodes } from '../../app/factor-setup.tsx';
import { SESSION_KEY } from '../../app/query-client.ts';
import { useWho } from '../../app/session-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function OwnFactor() {
  const isInUse = useWho().second_factor.in_use;
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  // The codes stay until their reader has kept them, although the factor is in use from then on.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => {
    setOpen(false);
    setCodes(null);
    void client.invalidateQueries({ queryKey: SESSION_KEY });
  };
  const kept = () => (codes === null ? close() : undefined);
  return (
    <Section
      title="Second factor"
      actions={<Button onClick={() => setOpen(true)}>{isInUse ? 'Take it away' : 'Set it up'}</Button>}
    >
      <p>
        {isInUse ? <Badge tone="good">In use</Badge> : <Badge tone="warn">None</Badge>} A code of your authenticator,
        asked for besides the password.
      </p>
      {isOpen && isInUse && <RemoveFactor onClose={close} />}
      {isOpen && !isInUse && (
        <Dialog
          title={codes === null ? 'Set up a second factor' : 'Keep your recovery codes'}
          isOpen
          onOpenChange={kept}
        >
          {codes === null ? <FactorSetup onCodes={setCodes} /> : <RecoveryCodes codes={codes} onKept={close} />}
        </Dialog>
      )}
    </Section>
  );
}

function RemoveFactor({ onClose }: { readonly onClose: () => void }) {
  const say = useToast();
  const remove = useMutation({
    mutationFn: (body: Schema<'PeopleRemoveFactor'>) =>
      take(api.POST('/operator/v1/session/second-factor/remove', { body })),
    onSuccess: () => {
      say('The second factor is gone.');
      onClose();
    },
  });
  const submit = (fields: FormData) =>
    remove.mutate({ password: String(fields.get('password') ?? ''), code: textOf(fields, 'code') });
  return (
    <Dialog title="Take the second factor away" isOpen onOpenChange={onClose}>
      <Form label="Take the second factor away" onSubmit={submit}>
        <p>Then the password alone lets you in.</p>
        <Field label="Your password" name="password" type="password" autoComplete="current-password" required />
        <Field label="Code" name="code" autoComplete="one-time-code" required hint="Or a recovery code." />
        {remove.error && <FailureNotice what="The second factor is still in use." error={remove.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" isBusy={remove.isPending}>
            Take it away
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
