/**
 * Chooses the file or the place that a phone sends: one of a few, or one that is written out.
 */
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { addressProblem, degreeOf, FILES, type OwnFile, PLACES, type Place } from './things.ts';

export interface ThingDialogProps<Thing> {
  readonly onClose: () => void;
  readonly onSend: (thing: Thing) => void;
}

export function FileDialog({ onClose, onSend }: ThingDialogProps<OwnFile>) {
  const [id, setId] = useState(FILES[0]?.id ?? '');
  const chosen = FILES.find((each) => each.id === id)?.thing;
  const [given, setGiven] = useState<Partial<OwnFile>>({});
  if (!chosen) return null;
  const file = { ...chosen, ...given };
  const problem = addressProblem(file.uri);
  return (
    <Dialog title="Send a file" isOpen onOpenChange={onClose}>
      <Form label="Send a file" onSubmit={() => problem === null && onSend(file)}>
        <Select
          label="What it is"
          options={FILES.map(({ id: value, label }) => ({ value, label }))}
          value={id}
          onChange={(event) => {
            setId(event.target.value);
            setGiven({});
          }}
        />
        <Field
          label="Where it lies"
          hint="Nobody fetches it from here."
          value={file.uri}
          problem={problem}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setGiven({ ...given, uri: event.target.value })}
        />
        <Field
          label="Name"
          value={file.name}
          autoComplete="off"
          required
          onChange={(event) => setGiven({ ...given, name: event.target.value })}
        />
        <Foot onClose={onClose} label="Send the file" />
      </Form>
    </Dialog>
  );
}

export function PlaceDialog({ onClose, onSend }: ThingDialogProps<Place>) {
  const [place, setPlace] = useState(() => written(PLACES[0]?.thing));
  const latitude = degreeOf(place.latitude, 90);
  const longitude = degreeOf(place.longitude, 180);
  const known = PLACES.find(({ thing }) => thing.latitude === latitude && thing.longitude === longitude);
  const send = () => {
    if (latitude !== null && longitude !== null) onSend({ latitude, longitude });
  };
  return (
    <Dialog title="Send where the phone is" isOpen onOpenChange={onClose}>
      <Form label="Send where the phone is" onSubmit={send}>
        <Select
          label="Place"
          options={[
            ...PLACES.map(({ id: value, label }) => ({ value, label })),
            ...(known ? [] : [{ value: '', label: 'Somewhere else' }]),
          ]}
          value={known?.id ?? ''}
          onChange={(event) => setPlace(written(PLACES.find(({ id }) => id === event.target.value)?.thing))}
        />
        <Field
          label="Latitude"
          inputMode="decimal"
          value={place.latitude}
          problem={latitude === null ? '-90 to 90 degrees.' : null}
          onChange={(event) => setPlace({ ...place, latitude: event.target.value })}
        />
        <Field
          label="Longitude"
          inputMode="decimal"
          value={place.longitude}
          problem={longitude === null ? '-180 to 180 degrees.' : null}
          onChange={(event) => setPlace({ ...place, longitude: event.target.value })}
        />
        <Foot onClose={onClose} label="Send the place" />
      </Form>
    </Dialog>
  );
}

function written(place: Place | undefined): { readonly latitude: string; readonly longitude: string } {
  return { latitude: String(place?.latitude ?? ''), longitude: String(place?.longitude ?? '') };
}

function Foot({ onClose, label }: { readonly onClose: () => void; readonly label: string }) {
  return (
    <DialogActions>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" kind="primary">
        {label}
      </Button>
    </DialogActions>
  );
}
