/** What is wrong, out of the body of a refusal, whatever came as one. Pure. */
export interface Fault {
  /** `errors[0].code` where the product names the fault there, else `status.code`; null: it says none. */
  readonly code: number | null;
  /** In words; null: it says nothing. */
  readonly description: string | null;
}

export function faultIn(body: unknown): Fault {
  const { status, errors } = fieldsOf(body);
  const inStatus = fieldsOf(status);
  const inErrors = fieldsOf(Array.isArray(errors) ? errors[0] : undefined);
  return {
    code: numberIn(inErrors.code) ?? numberIn(inStatus.code),
    description: wordsIn(inErrors.description) ?? wordsIn(inStatus.description),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function wordsIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
