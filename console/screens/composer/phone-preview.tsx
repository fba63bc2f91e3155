/**
 * The phone while somebody types: what arrives there, by each way that the request may go.
 */
import { useState } from 'react';
import { Received } from '../../phone/bubble.tsx';
import { CallScreen } from '../../phone/call.tsx';
import { numberText } from '../../phone/number-text.ts';
import { Phone } from '../../phone/phone.tsx';
import { Empty } from '../../ui/empty.tsx';
import styles from './composer.module.css';
import type { Preview, Shown } from './preview.ts';
import { countedText, countText } from './segments.ts';
import { Ways } from './ways.tsx';

const NAMES = { rcs: 'By RCS', sms: 'By SMS', voice: 'By call' };
const SENDERS = { rcs: 'Your agent', sms: 'Your sender', voice: 'Your number' };
const CLOCK = '9:41';

export function PhonePreview({ preview: { to, shown } }: { readonly preview: Preview }) {
  const [chosen, setChosen] = useState<Shown['by']>('rcs');
  const current = shown.find(({ by }) => by === chosen) ?? shown[0];
  if (!current) return <Empty title="Nothing arrives">None of the methods writes or calls.</Empty>;
  return (
    <div className={styles.preview}>
      {shown.length > 1 && (
        <Ways
          label="By which way"
          ways={shown.map(({ by }) => ({ name: by, label: NAMES[by] }))}
          current={current.by}
          onChange={setChosen}
        />
      )}
      <Drawn to={to} shown={current} />
      <p className={styles.caption}>{captionOf(current)}</p>
    </div>
  );
}

function Drawn({ to, shown }: { readonly to: string; readonly shown: Shown }) {
  const label = numberText(to);
  if (shown.by === 'voice') {
    const call = <CallScreen from={SENDERS.voice} answeredAt={null} keys="" />;
    return (
      <Phone label={label} clock={CLOCK} talk={null} call={call}>
        {null}
      </Phone>
    );
  }
  const content = shown.by === 'rcs' ? shown.content : { text: shown.text };
  return (
    <Phone label={label} clock={CLOCK} talk={{ name: SENDERS[shown.by], channel: shown.by }}>
      <Received content={content} />
    </Phone>
  );
}

function captionOf(shown: Shown): string {
  switch (shown.by) {
    case 'rcs':
      return 'As the phone of the sandbox draws it; phones differ.';
    case 'sms':
      return `${countedText(countText(shown.text))}, by a carrier as the defaults say.`;
    case 'voice':
      return `It says: “${shown.text}”`;
  }
}
