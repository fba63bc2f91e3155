/**
 * Where the owner of a handset writes: a text to whom it talks with, STOP, and by RCS a file and where the phone is.
 */
import { type FormEvent, useState } from 'react';
import { usePermission } from '../../../app/session-context.ts';
import { Glyph } from '../../../phone/glyph.tsx';
import { senderText } from '../../../phone/number-text.ts';
import { FailureNotice } from '../../../ui/failure.tsx';
import { Hidden } from '../../../ui/hidden.tsx';
import * as requests from '../requests.ts';
import { useDeed } from '../use-handsets.ts';
import styles from './reply-bar.module.css';
import type { OwnFile, Place } from './things.ts';
import { FileDialog, PlaceDialog } from './things-dialog.tsx';

export interface ReplyBarProps {
  /** Of the handset (address.ts). */
  readonly address: string;
  /** With whom it talks. */
  readonly to: string;
  readonly channel: 'rcs' | 'sms';
}

type Thing =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: OwnFile }
  | { readonly kind: 'place'; readonly place: Place };

export function ReplyBar({ address, to, channel }: ReplyBarProps) {
  const [text, setText] = useState('');
  const [choosing, setChoosing] = useState<'file' | 'place' | null>(null);
  const why = usePermission('operate');
  const sending = useDeed(async (thing: Thing) => {
    if (thing.kind === 'text') await requests.reply(address, { to, text: thing.text });
    if (thing.kind === 'file') await requests.sendFile(address, { to, ...thing.file });
    if (thing.kind === 'place') await requests.sendLocation(address, { to, ...thing.place });
    return null;
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = text.trim();
    if (words === '' || why !== null) return;
    setText('');
    // What did not go out is there again, unless something else has been written meanwhile.
    const onError = () => setText((now) => (now === '' ? text : now));
    sending.mutate({ kind: 'text', text: words }, { onError });
  };
  const say = (words: string) => sending.mutate({ kind: 'text', text: words });
  const quick = (label: string, act: () => void) => (
    <button type="button" aria-disabled={why !== null || undefined} onClick={() => why === null && act()}>
      {label}
    </button>
  );
  const chosen = (thing: Thing) => {
    setChoosing(null);
    sending.mutate(thing);
  };
  return (
    <div className={styles.bar}>
      {sending.error && <FailureNotice what="It was not sent." error={sending.error} />}
      <div className={styles.quick}>
        {quick('STOP', () => say('STOP'))}
        {quick('START', () => say('START'))}
        {channel === 'rcs' && quick('File …', () => setChoosing('file'))}
        {channel === 'rcs' && quick('Where I am …', () => setChoosing('place'))}
      </div>
      {choosing === 'file' && (
        <FileDialog onClose={() => setChoosing(null)} onSend={(file) => chosen({ kind: 'file', file })} />
      )}
      {choosing === 'place' && (
        <PlaceDialog onClose={() => setChoosing(null)} onSend={(place) => chosen({ kind: 'place', place })} />
      )}
      <form className={styles.form} onSubmit={submit} title={why ?? undefined}>
        <input
          className={styles.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={`Text to ${senderText(to)}`}
          placeholder={channel === 'rcs' ? 'RCS message' : 'Text message'}
          autoComplete="off"
          maxLength={2_000}
        />
        <button type="submit" className={styles.send} aria-disabled={text.trim() === '' || why !== null || undefined}>
          <Glyph name="send" size={20} />
          <Hidden>Send</Hidden>
        </button>
      </form>
    </div>
  );
}
