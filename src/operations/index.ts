/**
 * Everything that a caller can ask, in one table.
 */

import type { CallbackSecretParts } from './callback-secrets/handler.ts';
import { listCallbackSecrets, rotateCallbackSecret } from './callback-secrets/handler.ts';
import { type LookUpParts, lookUpNumber } from './look-up-number/handler.ts';
import type { Operation } from './operation.ts';
import { type SendMessageParts, sendMessage } from './send-message/handler.ts';
import { type ShowMessageParts, showMessage } from './show-message/handler.ts';

export type OperationParts = SendMessageParts &
  ShowMessageParts &
  CallbackSecretParts & { readonly lookUps: LookUpParts };

export function createOperations(parts: OperationParts): Operation[] {
  return [
    sendMessage(parts),
    showMessage(parts),
    ...lookUpNumber(parts.lookUps),
    listCallbackSecrets(parts),
    rotateCallbackSecret(parts),
  ];
}
