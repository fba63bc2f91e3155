/**
 * The carriers put together: made from their settings, or our own at simulated operators.
 */
import type { Carrier } from '../carriers/carrier.ts';
import { createRbmCarrier } from '../carriers/rcs/carrier.ts';
import { parseRbmSettings } from '../carriers/rcs/settings.ts';
import { type CallSupport, createSipCarrier } from '../carriers/sip/carrier.ts';
import { parseSipSettings } from '../carriers/sip/settings.ts';
import type { OpenVoice } from '../carriers/sip/voice/voice-link.ts';
import { createSmppCarrier } from '../carriers/smpp/carrier.ts';
import { parseSmppSettings } from '../carriers/smpp/settings.ts';
import type { CarrierConfig } from '../config/carriers.ts';
import type { Context } from '../context.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

export const SANDBOX_RCS = 'sandbox-rcs';
const SANDBOX_SMS = 'sandbox-sms';
const SANDBOX_VOICE = 'sandbox-voice';

/** What calls need: only a gateway that places any makes it. */
export interface CallParts {
  readonly support: CallSupport;
  /** Absent: each carrier of calls has a process of its own. */
  readonly openVoice?: OpenVoice | undefined;
}

export function createCarrier(context: Context, { name, kind, settings }: CarrierConfig, calls: CallParts): Carrier {
  switch (kind) {
    case 'smpp':
      return createSmppCarrier(context, name, settings);
    case 'rbm':
      return createRbmCarrier(context, name, settings);
    case 'sip':
      return createSipCarrier(context, { name, settings, ...calls });
  }
}

/** At the simulated operators, which have started. */
export function sandboxCarriers(context: Context, { rcs, smsc, phones }: Sandbox, calls: CallParts): Carrier[] {
  return [
    createRbmCarrier(context, SANDBOX_RCS, parseRbmSettings(rcs.settings())),
    createSmppCarrier(context, SANDBOX_SMS, parseSmppSettings(smsc.settings())),
    createSipCarrier(context, { name: SANDBOX_VOICE, settings: parseSipSettings(phones.settings()), ...calls }),
  ];
}

/** Without an SMS carrier a text goes nowhere, however long it is: its channel ends 3055. */
export function fewestParts(carriers: readonly Carrier[], text: string): number {
  const ofTexts = carriers.filter(({ channel }) => channel === 'sms');
  if (ofTexts.length === 0) return 1;
  return Math.min(...ofTexts.map((carrier) => carrier.countParts({ type: 'sms_text', text })));
}
