/** Verifications as tests need them: a text, and a call behind it, unless said otherwise. */
import { beginVerification, type FreshVerification } from '../../../src/engine/verification/verification.ts';
import type { Verification } from '../../../src/store/verifications/verification.ts';
import type { NewVerification } from '../../../src/store/verifications/verifications.ts';

const METHODS: FreshVerification['methods'] = [
  { method: 'sms', fallbackMs: 60_000 },
  { method: 'voice', fallbackMs: 60_000 },
];

export function freshVerification(id: string, changes: Partial<FreshVerification> = {}): FreshVerification {
  return {
    id,
    accountId: 'ACCOUNT-1',
    recipient: '4915112345678',
    externalId: null,
    callback: null,
    voiceLanguage: null,
    language: 'en-US',
    template: null,
    optOutApplies: false,
    methods: METHODS,
    ...changes,
  };
}

/** One that has begun then; its sealed code opens nothing. */
export function storedVerification(id: string, at: number, changes: Partial<Verification> = {}): NewVerification {
  const { verification } = beginVerification(freshVerification(id), at);
  return {
    verification: { ...verification, ...changes },
    codeSealed: Buffer.from('sealed'),
    codeHash: Buffer.alloc(32, 7),
  };
}
