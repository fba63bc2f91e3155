/**
 * The table of all operations.
 */
import { createTemplateDirectory } from '../engine/accounts/template-directory.ts';
import { noteWriter, type Writer } from '../store/accounts/sender-names.ts';
import { type OwnAccountOptions, ownAccount } from './account/handler.ts';
import { type AccountKeyOptions, accountKeys } from './account/keys.ts';
import { accountTemplates } from './account-templates/handler.ts';
import { type ShowBatchOptions, showBatch } from './batch/show.ts';
import { takeBatch } from './batch/take.ts';
import type { CallbackSecretOptions } from './callback-secrets/handler.ts';
import { listCallbackSecrets, rotateCallbackSecret } from './callback-secrets/handler.ts';
import { type CallbackRecordOptions, callbackRecords } from './callbacks/handler.ts';
import { checkList } from './check-capability/check-list.ts';
import { type CheckCapabilityOptions, checkOne } from './check-capability/check-one.ts';
import { type CompleteVerificationOptions, completeVerification } from './complete-verification/handler.ts';
import { messageHistories } from './history/handler.ts';
import { listEventsOperation } from './list-events/handler.ts';
import { listInbound } from './list-inbound/handler.ts';
import { type LookUpNumberOptions, lookUpNumber } from './look-up-number/handler.ts';
import { type MaskingBlockOptions, maskingBlocks } from './masking-blocks/handler.ts';
import { type ManageSessionOptions, manageSessions } from './masking-session/manage.ts';
import { type OpenSessionOptions, openSession } from './masking-session/open.ts';
import type { Operation } from './operation.ts';
import { type OptOutOptions, optOuts } from './opt-outs/handler.ts';
import { ownLookUps } from './own-lists/look-ups.ts';
import { ownMessages } from './own-lists/messages.ts';
import { ownSessions } from './own-lists/sessions.ts';
import { ownVerifications } from './own-lists/verifications.ts';
import { type PlaceCallOptions, placeVerificationCall } from './place-verification-call/handler.ts';
import { sendCodeText } from './send-code-text/handler.ts';
import { type SendMessageOptions, sendMessage } from './send-message/handler.ts';
import { sendText } from './send-text/handler.ts';
import { type ShowMessageOptions, showMessage } from './show-message/handler.ts';
import { showText } from './show-text/handler.ts';
import { type ShowUsageOptions, showUsage } from './show-usage/handler.ts';
import { type ShowVerificationOptions, showVerification } from './show-verification/handler.ts';
import { type TakeBackOptions, takeBack } from './take-back/handler.ts';
import { type BeginVerificationOptions, beginVerificationOperation } from './verification/begin.ts';
import { type ManageVerificationOptions, manageVerifications } from './verification/manage.ts';

export type OperationsOptions = Omit<SendMessageOptions, 'noteWriter' | 'findTemplate'> &
  ShowMessageOptions &
  TakeBackOptions &
  ShowBatchOptions &
  CallbackSecretOptions &
  CallbackRecordOptions &
  CheckCapabilityOptions & {
    readonly account: Omit<OwnAccountOptions, 'db'> &
      Pick<AccountKeyOptions, 'directory'> &
      Pick<ShowUsageOptions, 'lanes'>;
    readonly lookUps: LookUpNumberOptions;
    readonly masking: OpenSessionOptions & ManageSessionOptions & MaskingBlockOptions & OptOutOptions;
    readonly verifications: BeginVerificationOptions & ManageVerificationOptions;
    readonly calls: PlaceCallOptions & ShowVerificationOptions & CompleteVerificationOptions;
  };

export function createOperations(options: OperationsOptions): Operation[] {
  const templates = createTemplateDirectory(options.context, options.db);
  const sending = { ...options, noteWriter: (writer: Writer, at: number) => noteWriter(options.db, writer, at) };
  return [
    sendMessage({ ...sending, findTemplate: (key) => templates.find(key) }),
    takeBatch({ ...options, findTemplate: (key) => templates.find(key) }),
    ...showBatch(options),
    ...accountTemplates({ ...options, templates }),
    showMessage(options),
    ...ownMessages(options),
    ownLookUps(options),
    ownSessions(options),
    ownVerifications(options),
    sendText(sending),
    showText(options),
    ...takeBack(options),
    ...lookUpNumber(options.lookUps),
    openSession(options.masking),
    ...manageSessions(options.masking),
    ...maskingBlocks(options.masking),
    placeVerificationCall(options.calls),
    sendCodeText({ ...sending, ...options.lookUps, secrets: options.calls.secrets }),
    showVerification(options.calls),
    completeVerification(options.calls),
    beginVerificationOperation(options.verifications),
    ...manageVerifications(options.verifications),
    ...ownAccount({ ...options, ...options.account }),
    ...accountKeys({ ...options, ...options.account }),
    showUsage({ ...options, ...options.account }),
    listCallbackSecrets(options),
    rotateCallbackSecret(options),
    ...optOuts(options.masking),
    ...checkOne(options),
    ...checkList(options),
    listInbound(options.masking),
    listEventsOperation(options.masking),
    ...callbackRecords(options),
    ...messageHistories(options),
  ];
}
