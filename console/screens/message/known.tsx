/**
 * What is known of a message besides what became of it.
 */
import type { ReactNode } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Code } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Link } from '../../ui/link.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Time } from '../../ui/time.tsx';
import { channelName, kindName, typeName } from './words.ts';

type Message = Schema<'OperatorMessage'>;

export function Known({ message }: { readonly message: Message }) {
  const { reference_id: reference, customer_id: account } = message;
  const show = async () => {
    const params = { path: { reference_id: reference }, query: { full: true } };
    return (await take(api.GET('/operator/v1/messages/{reference_id}', { params }))).recipient;
  };
  return (
    <Facts
      facts={[
        ['Number', <Secret key="number" masked={message.recipient} what="number" show={show} />],
        ['Reference', <Code key="reference" value={reference} what="the reference" />],
        [
          'Account',
          <Link key="account" to={`/accounts/${account}`}>
            {account}
          </Link>,
        ],
        ['External id', message.external_id === null ? '–' : <code key="external">{message.external_id}</code>],
        ['Kind', `${kindName(message.kind)}, ${typeName(message.message_type)}`],
        ['Channel', channelName(message.last_channel)],
        ['Accepted', <Time key="accepted" at={message.created_on} />],
        ['Ended', <Time key="ended" at={message.final_on} />],
        ...belongings(message),
        ...standing(message),
      ]}
    />
  );
}

type Fact = readonly [string, ReactNode];

/** What it is a part of. */
function belongings({ verification, masking_session: session, batch, callback_url: url }: Message): Fact[] {
  return [
    ...(verification === null
      ? []
      : [
          [
            'Verification',
            <Link key="verification" to={`/verifications/${verification}`}>
              <code>{verification}</code>
            </Link>,
          ] as const,
        ]),
    ...(session === null
      ? []
      : [
          [
            'Masked session',
            <Link key="session" to={`/masking/${session}`}>
              <code>{session}</code>
            </Link>,
          ] as const,
        ]),
    ...(batch === null
      ? []
      : [
          [
            'Batch',
            <Link key="batch" to={`/batches/${batch}`}>
              <code>{batch}</code>
            </Link>,
          ] as const,
        ]),
    ...(url === null ? [] : [['Calls back', url] as const]),
  ];
}

/** What it waits for; nothing of one that is over. */
function standing(message: Message): Fact[] {
  const { send_at: sendAt, waits_for: carrier, node, due_on: dueOn, possible_doubles: doubles } = message;
  return [
    ...(sendAt === null ? [] : [['To be sent', <Time key="sendAt" at={sendAt} />] as const]),
    ...(carrier === null
      ? []
      : [
          [
            'Waits for',
            <Link key="carrier" to={`/carriers/${carrier}`}>
              {carrier}
            </Link>,
          ] as const,
        ]),
    ...(message.final_on !== null || node === null ? [] : [['Node', <code key="node">{node}</code>] as const]),
    ...(dueOn === null ? [] : [['Looked at again', <Time key="due" at={dueOn} />] as const]),
    ...(doubles === 0 ? [] : [['Possible doubles', doubles] as const]),
  ];
}
