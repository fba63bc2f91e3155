/**
 * The dialogs of one INVITE, by the tag of whoever answered: several where it was forked.
 *
 * 1. At most `MOST_EARLY` of them are early. A 2xx always has one: it needs its ACK and, when another one was first, its BYE.
 */
import { type Dialog, dialogBefore, dialogOf } from '../messages/dialog.ts';
import type { SipRequest } from '../messages/fields.ts';
import type { ReceivedRequest, ReceivedResponse } from '../messages/message.ts';
import type { Established } from './established.ts';

const MOST_EARLY = 20;

export class LegDialogs {
  private readonly create: (dialog: Dialog) => Established;
  private readonly all = new Map<string, Established>();

  constructor(create: (dialog: Dialog) => Established) {
    this.create = create;
  }

  find(tag: string | undefined): Established | undefined {
    return this.all.get(tag ?? '');
  }

  /** Of a provisional answer; undefined where it makes none. */
  early(invite: SipRequest, response: ReceivedResponse): Established | undefined {
    const dialog = response.status > 100 ? dialogOf(invite, response) : null;
    return dialog ? this.keepEarly(dialog) : undefined;
  }

  /** Of a request that has overtaken the answer which makes its dialog. */
  before(invite: SipRequest, request: ReceivedRequest): Established | undefined {
    return this.keepEarly(dialogBefore(invite, request));
  }

  /** Of a 2xx. */
  confirmed(invite: SipRequest, response: ReceivedResponse): Established | undefined {
    const dialog = dialogOf(invite, response);
    return dialog ? (this.all.get(dialog.remoteTag) ?? this.keep(dialog)) : undefined;
  }

  /** A 2xx has come in one of them, and something of it is under way. */
  get isBusy(): boolean {
    return [...this.all.values()].some((each) => each.isBusy);
  }

  /** Those of an INVITE that was refused are over (RFC 3261, 12.3). */
  forget(): void {
    this.all.clear();
  }

  end(reason: string): void {
    for (const each of this.all.values()) each.end({ by: 'network', q850: null, reason });
  }

  private keepEarly(dialog: Dialog): Established | undefined {
    const known = this.all.get(dialog.remoteTag);
    return known ?? (this.all.size < MOST_EARLY ? this.keep(dialog) : undefined);
  }

  private keep(dialog: Dialog): Established {
    const established = this.create(dialog);
    this.all.set(dialog.remoteTag, established);
    return established;
  }
}
