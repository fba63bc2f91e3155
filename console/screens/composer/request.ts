/**
 * The request that a form makes, and the address that holds it. Pure.
 */
import type { Values } from './form-field.ts';
import { OPERATIONS, type Operation, operationNamed } from './operations.ts';
import { bodyOf, shownValues } from './values.ts';

export interface ComposedRequest {
  readonly method: Operation['method'];
  /** With its values, below the address of the gateway. */
  readonly path: string;
  /** Null: it has none. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

export interface Composed {
  readonly operation: Operation;
  readonly values: Values;
}

export function requestOf({ operation, values }: Composed): ComposedRequest {
  const { method, path } = operation;
  const body = bodyOf(operation.groups(values), values);
  if (method === 'POST') return { method, path, body };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(body[name] ?? '')));
  return { method, path: filled.replace(/\/+$/, ''), body: null };
}

/** What an operation is asked for through the operators' route: the values of a path stand in its body. */
export function sandboxBodyOf({ operation, values }: Composed): Readonly<Record<string, unknown>> {
  return bodyOf(operation.groups(values), values);
}

/** The query of the address, without what the form does not show. */
export function searchOf({ operation, values }: Composed): Values {
  return { operation: operation.name, ...shownValues(operation.groups(values), values) };
}

/** What every server on the way takes, and a gateway that is asked for the page again (16 KB of headers). */
const LONGEST_ADDRESS = 8_000;

/** Whether a link can hold it. */
export function fitsAddress(address: string): boolean {
  return address.length <= LONGEST_ADDRESS;
}

/** An address without a form begins one. */
export function composedFrom(search: Readonly<Record<string, unknown>>): Composed {
  const { operation: name, ...rest } = search;
  const operation = operationNamed(typeof name === 'string' ? name : undefined);
  const values = Object.fromEntries(Object.entries(rest).map(([path, value]) => [path, String(value)]));
  const isKnown = OPERATIONS.some((each) => each.name === name) && Object.keys(values).length > 0;
  return { operation, values: isKnown ? values : operation.begun };
}
