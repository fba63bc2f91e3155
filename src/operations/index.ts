/**
 * Everything that a caller can ask, in one table.
 */

import { noteWriter } from '../store/accounts/sender-names.ts';
import type { CallbackSecretParts } from './callback-secrets/handler.ts';
import { listCallbackSecrets, rotateCallbackSecret } from './callback-secrets/handler.ts';
import { type CompleteVerificationParts, completeVerification } from './complete-verification/handler.ts';
import { type LookUpParts, lookUpNumber } from './look-up-number/handler.ts';
import { type MaskingBlockParts, maskingBlocks } from './masking-blocks/handler.ts';
import { type ManageSessionParts, manageSessions } from './masking-session/manage.ts';
import { type OpenSessionParts, openSession } from './masking-session/open.ts';
import type { Operation } from './operation.ts';
import { type OptOutParts, optOuts } from './opt-outs/handler.ts';
import { type PlaceCallParts, placeVerificationCall } from './place-verification-call/handler.ts';
import { type SendMessageOptions, sendMessage } from './send-message/handler.ts';
import { type ShowMessageParts, showMessage } from './show-message/handler.ts';
import { type ShowVerificationParts, showVerification } from './show-verification/handler.ts';

export type OperationParts = Omit<SendMessageOptions, 'noteWriter'> &
  ShowMessageParts &
  CallbackSecretParts & {
    readonly lookUps: LookUpParts;
    readonly masking: OpenSessionParts & ManageSessionParts & MaskingBlockParts & OptOutParts;
    readonly calls: PlaceCallParts & ShowVerificationParts & CompleteVerificationParts;
  };

export function createOperations(parts: OperationParts): Operation[] {
  return [
    sendMessage({ ...parts, noteWriter: (writer, at) => noteWriter(parts.db, writer, at) }),
    showMessage(parts),
    ...lookUpNumber(parts.lookUps),
    openSession(parts.masking),
    ...manageSessions(parts.masking),
    ...maskingBlocks(parts.masking),
    placeVerificationCall(parts.calls),
    showVerification(parts.calls),
    completeVerification(parts.calls),
    listCallbackSecrets(parts),
    rotateCallbackSecret(parts),
    ...optOuts(parts.masking),
  ];
}
