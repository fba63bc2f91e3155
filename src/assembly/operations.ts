/**
 * Makes all operations, each with what it needs.
 */
import type { Carrier } from '../carriers/carrier.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Context } from '../context.ts';
import type { Batches } from '../engine/batches/batches.ts';
import type { CapabilityChecks } from '../engine/capability/capability.ts';
import type { CodeSecrets } from '../engine/data/code-secrets.ts';
import type { CodeShares } from '../engine/data/code-shares.ts';
import type { Accept, Cancel } from '../engine/door/accept.ts';
import type { PreviewMessage } from '../engine/preview/preview-message.ts';
import type { Admission } from '../operations/admission.ts';
import { createOperations, type OperationsOptions } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { createPlanMessage } from '../operations/plan/message-plan.ts';
import type { Speech } from '../speech/speech.ts';
import type { Database } from '../store/database.ts';
import { findMessage } from '../store/messages/messages.ts';
import { fewestParts } from './carriers.ts';
import type { Masking } from './masking.ts';
import type { PhoneIdentity } from './phone-identity.ts';
import { type AssembledVerifications, createVerification } from './verification.ts';

export interface OperationOptions {
  readonly db: Database;
  readonly secrets: Pick<Secrets, 'masterKey'>;
  readonly codeSecrets: CodeSecrets;
  readonly carriers: readonly Carrier[];
  readonly accept: Accept;
  readonly cancel: Cancel;
  readonly admission: Admission;
  readonly account: OperationsOptions['account'];
  readonly verifications: AssembledVerifications['operations'];
  readonly lookUps: PhoneIdentity['lookUps'];
  readonly masking: Masking;
  readonly batches: Batches;
  readonly capability: CapabilityChecks;
  readonly speech: Speech;
  readonly codes: CodeShares;
  readonly preview: PreviewMessage;
  readonly redeliveries: OperationsOptions['redeliveries'];
}

export function assembleOperations(context: Context, options: OperationOptions): Operation[] {
  const { db, secrets, codeSecrets, carriers, accept, admission, lookUps, masking, capability, speech, codes } =
    options;
  const shared = { accept, admission, findMessage: (id: string) => findMessage(db, id) };
  const planMessage = createPlanMessage({ admission, preview: options.preview, recall: capability.recall });
  return createOperations({
    ...shared,
    cancel: options.cancel,
    context,
    db,
    masterKey: secrets.masterKey,
    countSmsParts: (text) => fewestParts(carriers, text),
    account: options.account,
    lookUps: { ...lookUps, admission },
    masking: { ...masking.operations, admission },
    batches: options.batches,
    capability,
    redeliveries: options.redeliveries,
    markSkipped: capability.markSkipped,
    planMessage,
    verifications: { ...options.verifications, planMessage, speech },
    calls: createVerification({ context, db, secrets: codeSecrets, speech, codes }, { ...shared, planMessage }),
  });
}
