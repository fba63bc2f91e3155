/**
 * With whom a handset talks, as the head of its thread shows it. Pure.
 */
import { senderText } from '../../phone/number-text.ts';
import type { Talk } from '../../phone/phone.tsx';
import type { TalkOf } from './thread.ts';

export function talkHead({ peer, channel }: Pick<TalkOf, 'peer' | 'channel'>): Talk {
  return { name: senderText(peer), channel };
}
