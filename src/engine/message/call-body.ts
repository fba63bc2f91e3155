/**
 * What a caller is told about a verification call: the body of its callbacks, of POST /v1/verify/call and of
 * GET /v1/verify/{reference_id} (contract section 5). Pure. The code stands in none of them.
 */
import { toReference } from '../../lib/ids.ts';
import { callCode, describeCallCode } from './call-codes.ts';
import { type Message, shownSendAt } from './message.ts';

/** UNKNOWN while no code was given to check. */
export type CodeState = 'UNKNOWN' | 'VALID' | 'INVALID';

export interface CallBody {
  readonly reference_id: string;
  readonly sub_resource: 'call';
  readonly external_id: string | null;
  readonly errors: readonly [];
  readonly status: {
    readonly code: number;
    readonly description: string;
    readonly updated_on: string;
    /** When its caller wanted it placed. */
    readonly send_at?: string;
  };
  readonly verify: { readonly code_state: CodeState; readonly code_entered: '' };
  readonly submit_timestamp: string;
  /** The number that is shown to the callee, where the request named one. */
  readonly voice?: { readonly caller_id: string };
}

export type CalledMessage = Pick<
  Message,
  'id' | 'externalId' | 'plan' | 'status' | 'attempts' | 'createdAt' | 'updatedAt' | 'finalAt'
>;

export function callBody(message: CalledMessage, codeState: CodeState = 'UNKNOWN'): CallBody {
  return callBodyWith(callCode(message), message, codeState);
}

/** With a status code that is known otherwise: that of a call which is being recorded. */
export function callBodyWith(
  code: number,
  {
    id,
    externalId,
    plan,
    createdAt,
    updatedAt,
  }: Pick<CalledMessage, 'id' | 'externalId' | 'plan' | 'createdAt' | 'updatedAt'>,
  codeState: CodeState = 'UNKNOWN',
): CallBody {
  const callerId = plan[0]?.sender ?? null;
  return {
    reference_id: toReference(id),
    sub_resource: 'call',
    external_id: externalId,
    errors: [],
    status: {
      code,
      description: describeCallCode(code),
      updated_on: new Date(updatedAt).toISOString(),
      ...shownSendAt({ plan }),
    },
    verify: { code_state: codeState, code_entered: '' },
    submit_timestamp: new Date(createdAt).toISOString(),
    ...(callerId === null ? {} : { voice: { caller_id: callerId } }),
  };
}
