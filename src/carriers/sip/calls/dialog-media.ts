/**
 * Offer and answer in one dialog (RFC 3264): what we have said of our side, and what was agreed about the other's.
 *
 * 1. The answer to the offer of our INVITE stands in the first reliable response that has one; what comes after it in
 *    answers to the same INVITE changes nothing (RFC 3261, 13.2.1). A provisional answer that is not reliable shows what
 *    the 2xx will say, and counts when that one says nothing.
 * 2. Until there is an answer the peer has no right to an offer of its own (RFC 3311, 5.2).
 * 3. A description that differs from the one before has the next version; one that does not is the same to the letter.
 */
import type { RemoteMedia } from '../call.ts';
import { formatAnswer, formatOffer, type LocalMedia, parseSdp, remoteMediaOf } from '../messages/sdp.ts';
import { sdpOf, type WithBody } from '../messages/sdp-body.ts';

export class DialogMedia {
  private local: LocalMedia;
  private sent: string;
  private agreed: RemoteMedia | string = 'it has no session description';
  private answer: 'none' | 'shown' | 'given' = 'none';

  /** `offer`: what the INVITE says. */
  constructor(local: LocalMedia, offer: string) {
    this.local = local;
    this.sent = offer;
  }

  /** Rule 2. */
  get mayBeOffered(): boolean {
    return this.answer !== 'none';
  }

  /** What we said last: what a refresh says again (rule 3). */
  get lastSent(): string {
    return this.sent;
  }

  /** A provisional answer to the INVITE: the media that it names, or null. */
  show(response: WithBody, isReliable: boolean): RemoteMedia | null {
    const sdp = sdpOf(response);
    if (this.answer === 'given' || !sdp) return null;
    const media = remoteMediaOf(parseSdp(sdp), this.local.codecs);
    if (typeof media === 'string' && !isReliable) return null;
    this.agreed = media;
    this.answer = isReliable ? 'given' : 'shown';
    return typeof media === 'string' ? null : media;
  }

  /** The 2xx of the INVITE: what was agreed, or why nothing was. */
  conclude(response: WithBody): RemoteMedia | string {
    if (this.answer !== 'given') {
      const sdp = sdpOf(response);
      if (sdp) this.agreed = remoteMediaOf(parseSdp(sdp), this.local.codecs);
      else if (response.body.length > 0 && this.answer === 'none') this.agreed = 'it is no session description';
    }
    this.answer = 'given';
    return this.agreed;
  }

  /** Our answer to the peer's offer, and whether that changes anything; null when nothing fits: then nothing does. */
  answerTo(sdp: Uint8Array): { readonly body: string; readonly changed: RemoteMedia | null } | null {
    const offer = parseSdp(sdp);
    const agreed = remoteMediaOf(offer, this.local.codecs);
    if (!offer || typeof agreed === 'string') return null;
    this.answer = 'given';
    const changed = this.take(agreed);
    this.sent = formatAnswer(offer, agreed, this.nextLocal());
    return { body: this.sent, changed };
  }

  /** A new offer of ours. */
  offer(): string {
    this.sent = formatOffer(this.nextLocal());
    return this.sent;
  }

  /** The peer's answer to an offer of ours: what it changes. */
  takeAnswer(message: WithBody): RemoteMedia | null {
    const sdp = sdpOf(message);
    return sdp ? this.take(remoteMediaOf(parseSdp(sdp), this.local.codecs)) : null;
  }

  private take(agreed: RemoteMedia | string): RemoteMedia | null {
    if (typeof agreed === 'string' || JSON.stringify(agreed) === JSON.stringify(this.agreed)) return null;
    this.agreed = agreed;
    return agreed;
  }

  private nextLocal(): LocalMedia {
    this.local = { ...this.local, version: this.local.version + 1 };
    return this.local;
  }
}
