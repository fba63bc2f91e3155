/**
 * The messages of a talk, oldest first: what came since the page was opened moves in.
 */
import { useState } from 'react';
import { Note, Received, Sent } from '../../phone/bubble.tsx';
import type { PhoneButton } from '../../phone/content.ts';
import { Link } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import type { Message, SentThing } from './handset.ts';
import { pressedIn, type TalkOf, type ThreadItem } from './thread.ts';

export interface ThreadOfProps {
  readonly talk: TalkOf;
  /** All that the handset sent. */
  readonly sent: readonly SentThing[];
  /** Absent: its buttons only look like ones, and nothing leads away. */
  readonly onPress?: (message: Message, button: PhoneButton, index: number) => void;
}

export function ThreadOf({ talk: { items }, sent, onPress }: ThreadOfProps) {
  const [known] = useState(() => new Set(items.map(({ key }) => key)));
  return items.map((item) => (
    <Item key={item.key} item={item} sent={sent} isNew={!known.has(item.key)} onPress={onPress} />
  ));
}

const ALPHABETS: Readonly<Record<string, string>> = { gsm7: 'GSM-7', ucs2: 'UCS-2' };

interface ItemProps extends Pick<ThreadOfProps, 'sent' | 'onPress'> {
  readonly item: ThreadItem;
  readonly isNew: boolean;
}

function Item({ item, sent, isNew, onPress }: ItemProps) {
  if (item.kind === 'sent') return <SentItem sent={item.sent} isNew={isNew} />;
  const { message } = item;
  if (message.content === null) return <Note isNew={isNew}>A message. To read it takes the right full.</Note>;
  return (
    <Received
      content={message.content}
      isNew={isNew}
      isWithdrawn={message.withdrawn}
      isOnItsWay={message.on_its_way}
      pressed={pressedIn(message, sent)}
      meta={<Meta message={message} isLinked={onPress !== undefined} />}
      onPress={onPress && ((button, index) => onPress(message, button, index))}
    />
  );
}

function Meta({ message, isLinked }: { readonly message: Message; readonly isLinked: boolean }) {
  const { received_on: at, parts, alphabet, message: origin } = message;
  return (
    <>
      <Time at={at} />
      {parts !== null && (
        <span>
          {parts === 1 ? '1 part' : `${parts} parts`}
          {alphabet === null ? '' : `, ${ALPHABETS[alphabet] ?? alphabet}`}
        </span>
      )}
      {origin && isLinked && <Link to={`/messages/${origin.reference_id}`}>What happened</Link>}
    </>
  );
}

function SentItem({ sent, isNew }: { readonly sent: SentThing; readonly isNew: boolean }) {
  const { channel, sent_on: at, content } = sent;
  if (content === null) return <Note isNew={isNew}>An answer. To read it takes the right full.</Note>;
  const { text, button, file, location } = content;
  const meta = <Time at={at} />;
  if (button && button.type !== 'reply') return <Note isNew={isNew}>“{button.text}” was pressed</Note>;
  if (file) {
    return <Sent channel={channel} isNew={isNew} content={{ file: { url: file.uri, name: file.name } }} meta={meta} />;
  }
  if (location) {
    return <Sent channel={channel} isNew={isNew} content={{ place: location }} meta={meta} />;
  }
  return <Sent channel={channel} isNew={isNew} content={{ text: button?.text ?? text ?? '' }} meta={meta} />;
}
