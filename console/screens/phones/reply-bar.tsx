/**
 * Where the owner of a handset writes: a text to whom it talks with, STOP, and by RCS a file and where the phone is.
 */
import { type FormEvent, useState } from 'react';
import { usePermission } from '../../app/session-context.ts';
import { Glyph } from '../../phone/glyph.tsx';
import { senderText } from '../../phone/number-text.ts';
import { FailureNotice } from '../../ui/failure.tsx';
import { Hidden } from '../../ui/hidden.tsx';
import styles from './reply-bar.module.css';
import * as requests from './requests.ts';
import { useDeed } from './use-handsets.ts';

export interface ReplyBarProps {
  /** Of the handset (address.ts). */
  readonly address: string;
  /** With whom it talks. */
  readonly to: string;
  readonly channel: 'rcs' | 'sms';
}

type Thing = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'file' | 'location' };

const FILE = {
  uri: 'https://files.example.com/photo.jpg',
  name: 'photo.jpg',
  mime_type: 'image/jpeg',
  size_bytes: 48_213,
};
const PLACE = { latitude: 52.5163, longitude: 13.3777 };

export function ReplyBar({ address, to, channel }: ReplyBarProps) {
  const [text, setText] = useState('');
  const why = usePermission('operate');
  const sending = useDeed(async (thing: Thing) => {
    if (thing.kind === 'text') await requests.reply(address, { to, text: thing.text });
    if (thing.kind === 'file') await requests.sendFile(address, { to, ...FILE });
    if (thing.kind === 'location') await requests.sendLocation(address, { to, ...PLACE });
    return null;
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = text.trim();
    if (words === '' || why !== null) return;
    setText('');
    sending.mutate({ kind: 'text', text: words });
  };
  const quick = (label: string, thing: Thing) => (
    <button
      type="button"
      aria-disabled={why !== null || undefined}
      onClick={() => why === null && sending.mutate(thing)}
    >
      {label}
    </button>
  );
  return (
    <div className={styles.bar}>
      {sending.error && <FailureNotice what="It was not sent." error={sending.error} />}
      <div className={styles.quick}>
        {quick('STOP', { kind: 'text', text: 'STOP' })}
        {quick('START', { kind: 'text', text: 'START' })}
        {channel === 'rcs' && quick('Photo', { kind: 'file' })}
        {channel === 'rcs' && quick('Where I am', { kind: 'location' })}
      </div>
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
