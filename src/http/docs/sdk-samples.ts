/**
 * A request of openapi.yaml as somebody would make it with our SDK: the function that is the operation's, given the examples
 * of the document. A test holds each of them against the SDK and the document. Pure.
 */
import type { JsonObject } from '../../lib/json.ts';
import { exampleOfBody, exampleOfParameter, type SampledRequest } from './docs-samples.ts';

/**
 * By the name of an operation. `{body}` stands for the example of the body, `{body.name}` for a field of it, `{name}` for
 * the example of a parameter. What begins with `each` is a list, walked page by page.
 */
const CALLS: Readonly<Record<string, string>> = {
  sendMessage: 'messages.send({body})',
  listOwnMessages: 'each messages.list()',
  showMessage: 'messages.get({reference_id})',
  takeBackMessage: 'messages.cancel({reference_id})',
  showMessageHistory: 'messages.history({reference_id})',
  sendBatch: 'batches.send({body})',
  showBatch: 'each batches.recipients({reference_id})',
  takeBackBatch: 'batches.cancel({reference_id})',
  pauseBatch: 'batches.pause({reference_id})',
  resumeBatch: 'batches.resume({reference_id})',
  listTemplates: 'templates.list()',
  addTemplate: 'templates.add({body})',
  showTemplate: 'templates.get({channel}, {name})',
  removeTemplate: 'templates.remove({channel}, {name})',
  sendText: 'texts.send({body})',
  listOwnTexts: 'each texts.list()',
  showText: 'texts.get({reference_id})',
  takeBackText: 'texts.cancel({reference_id})',
  showTextHistory: 'texts.history({reference_id})',
  beginVerification: 'verifications.begin({body})',
  listOwnVerifications: 'each verifications.list()',
  showVerificationProcess: 'verifications.get({reference_id})',
  cancelVerification: 'verifications.cancel({reference_id})',
  changeVerification: 'verifications.check({reference_id}, {body.security_factor})',
  changeVerificationState: 'verifications.check({reference_id}, {body.security_factor})',
  placeVerificationCall: 'codes.call({body})',
  sendCodeText: 'codes.text({body})',
  listOwnCodes: 'each codes.list()',
  showVerification: 'codes.get({reference_id})',
  takeBackVerification: 'codes.cancel({reference_id})',
  completeVerification: 'codes.complete({reference_id})',
  showCodeHistory: 'codes.history({reference_id})',
  lookUpNumber: 'phoneId.lookUp({complete_number}, { addons: { sim_swap: {}, porting_status: {} } })',
  lookUpNumberInBody: 'phoneId.lookUp({body.phone_number}, { addons: { sim_swap: {}, porting_status: {} } })',
  listOwnLookUps: 'each phoneId.list()',
  checkCapability: 'capabilities.check({phone_number}, { channel: {channel} })',
  checkCapabilityOfAgent: 'capabilities.check({phone_number}, { agentId: {agent_id} })',
  checkCapabilities: 'capabilities.checkMany({body}, { channel: {channel} })',
  showCapabilities: 'each capabilities.numbers({reference_id})',
  openMaskingSession: 'sessions.open({body})',
  listOwnSessions: 'each sessions.list()',
  showMaskingSession: 'sessions.get({session_id})',
  extendMaskingSession: 'sessions.extend({session_id}, {body})',
  closeMaskingSession: 'sessions.close({session_id})',
  listInteractions: 'each sessions.interactions({session_id})',
  showMaskingBlock: 'maskingBlocks.get({number})',
  addMaskingBlockOfAccount: 'maskingBlocks.add({number})',
  liftMaskingBlockOfAccount: 'maskingBlocks.lift({number})',
  listInbound: 'each inbound.list()',
  listEvents: 'each events.list()',
  listOwnCallbacks: 'each callbacks.list()',
  showOwnCallback: 'callbacks.get({callback_id})',
  redeliverOwnCallbacks: 'callbacks.redeliver({body})',
  listCallbackSecrets: 'callbackSecrets.list()',
  rotateCallbackSecret: 'callbackSecrets.rotate({body})',
  listOwnOptOuts: 'each optOuts.list()',
  showOwnOptOut: 'optOuts.get({number})',
  addOwnOptOut: 'optOuts.add({number})',
  liftOwnOptOut: 'optOuts.lift({number})',
  showOwnAccount: 'account.get()',
  changeOwnAccount: 'account.change({body})',
  listOwnKeys: 'each account.keys()',
  makeOwnKey: 'account.makeKey()',
  revokeOwnKey: 'account.revokeKey({key_id})',
  showOwnUsage: 'each account.usage()',
  listHandsets: 'each sandbox.handsets()',
  listHandsetMessages: 'sandbox.messages({number})',
  listHandsetCalls: 'sandbox.calls({number})',
  listenToHandsetCall: "sandbox.recording({number}, '5f1c2d3e4a5b6c7d')",
  answerHandsetCall: 'sandbox.answer({number}, {call_id})',
  declineHandsetCall: 'sandbox.decline({number}, {call_id})',
  hangUpHandsetCall: 'sandbox.hangUp({number}, {call_id})',
  pressKeysAtHandset: 'sandbox.press({number}, {call_id}, {body.keys})',
  setHandsetWaiting: 'sandbox.setWaiting({number}, {body.waits})',
  replyFromHandset: 'sandbox.reply({number}, {body})',
  sendFileFromHandset: 'sandbox.sendFile({number}, {body})',
  sendLocationFromHandset: 'sandbox.sendLocation({number}, {body})',
  tapOnHandset: 'sandbox.tap({number}, {body})',
  listReceivers: 'sandbox.receivers.list()',
  listReceivedRequests: 'sandbox.receivers.requests({name})',
  setReceiverAnswer: 'sandbox.receivers.answerWith({name}, {body.status})',
};

/** Null where the SDK has no function for it: what operators ask for, and what is not asked for by callers. */
export function sdkSample(operation: string, request: SampledRequest): string | null {
  const call = CALLS[operation];
  if (call === undefined) return null;
  const body = exampleOfBody(request.body);
  const filled = call.replace(/\{(body\.)?(\w+)\}/g, (_, ofBody: string | undefined, name: string) => {
    if (ofBody) return literal(body?.[name], 0);
    return name === 'body' ? literal(body ?? {}, 0) : literal(exampleOfParameter(request, name), 0);
  });
  const list = /^each (.*)$/s.exec(filled)?.[1];
  if (list === undefined) return `const answer = await trunkline.${filled};`;
  return `for await (const each of trunkline.${list}) {\n  console.log(each);\n}`;
}

const WIDEST = 90;
/** What stands before it on its first line. */
const CALL_WIDTH = 40;

/** As somebody writes it: on one line where there is room. */
function literal(value: unknown, depth: number): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value) ?? "'…'");
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, depth + 1))
    : Object.entries(value as JsonObject).map(([name, each]) => `${keyOf(name)}: ${literal(each, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  const before = depth === 0 ? CALL_WIDTH : depth * 2;
  if (before + line.length <= WIDEST && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth + 1);
  return `${open}\n${parts.map((part) => `${indent}${part},\n`).join('')}${'  '.repeat(depth)}${close}`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inside}'`;
}
