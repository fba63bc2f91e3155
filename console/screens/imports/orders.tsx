/**
 * Stops an import, and removes a set. Both ask first; a set that is removed cannot be brought back but by its files.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Import, Kind } from './words.ts';

const CHANGED = ['imports', 'data-sets'];

function useChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(CHANGED.map((name) => client.invalidateQueries({ queryKey: [name] })));
}

export function StopImport({ known: { id, set } }: { readonly known: Import }) {
  const client = useQueryClient();
  const changed = useChanged();
  const say = useToast();
  const [isOpen, setOpen] = useState(false);
  const stop = async () => {
    await take(api.POST('/operator/v1/imports/{import_id}/stop', { params: { path: { import_id: id } } }));
    await client.invalidateQueries({ queryKey: ['import', id] });
    await changed();
    say('The import is stopped.');
  };
  return (
    <>
      <Button icon="close" needs="operate" onClick={() => setOpen(true)}>
        Stop
      </Button>
      <ConfirmDialog
        title={`Stop the import into ${set}?`}
        action="Stop the import"
        isOpen={isOpen}
        onOpenChange={setOpen}
        onConfirm={stop}
      >
        <p>It takes no more rows and is never whole; whoever sends them is refused. The same file begins anew.</p>
        <p>What it took stays. Of a new set nothing is looked into.</p>
      </ConfirmDialog>
    </>
  );
}

export function RemoveSet({ kind, set }: { readonly kind: Kind; readonly set: string }) {
  const navigate = useNavigate();
  const changed = useChanged();
  const say = useToast();
  const [isOpen, setOpen] = useState(false);
  const remove = async () => {
    const params = { params: { path: { kind, set } } };
    // Where it takes long it is asked for again.
    let isAll = false;
    while (!isAll) isAll = (await take(api.DELETE('/operator/v1/data-sets/{kind}/{set}', params))).is_all;
    // Its imports went with it.
    await navigate({ to: '/imports' });
    await changed();
    say(`${set} is removed.`);
  };
  return (
    <>
      <Button kind="danger" size="small" icon="trash" needs="operate" onClick={() => setOpen(true)}>
        Remove the set
      </Button>
      <ConfirmDialog
        title={`Remove ${set}?`}
        action="Remove the set"
        typed={set}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onConfirm={remove}
      >
        <p>Look-ups do not look into it any more, and its rows go with its imports. Only its files bring it back.</p>
      </ConfirmDialog>
    </>
  );
}
