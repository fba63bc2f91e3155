import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, maskNumber } from './log.ts';
import type { Span } from './traces.ts';

function written(value: object): Record<string, unknown> & { text: string } {
  let text = '';
  createLog('info', {
    write: (line) => {
      text += line;
    },
  }).info(value, 'it happened');
  return { ...JSON.parse(text), text };
}

test('what goes by the name of a secret is kept back, one level down as well', () => {
  for (const name of ['authorization', 'api_key', 'password', 'token', 'text', 'body', 'verify_code']) {
    assert.doesNotMatch(written({ [name]: 'hush', request: { [name]: 'hush' } }).text, /hush/, name);
  }
});

test('an error is written with its type, message, code and frames', () => {
  const cause = Object.assign(new TypeError('deeper'), { code: 'ECONNRESET' });
  const { err } = written({ err: new Error('it broke', { cause }) }) as unknown as {
    err: { type: string; message: string; stack: string; cause: { type: string; code: string } };
  };
  assert.equal(err.type, 'Error');
  assert.equal(err.message, 'it broke');
  assert.match(err.stack, /^Error: it broke\n\s+at .*log\.test/);
  assert.deepEqual([err.cause.type, err.cause.code], ['TypeError', 'ECONNRESET']);
});

test('rows and values that PostgreSQL repeats in its errors are not written', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "hush"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Failing row contains (4915112345678, hush).',
    where: 'unnamed portal parameter $1 = hush',
    constraint: 'a key has one id',
  });
  const { text, err } = written({ err: error });
  assert.doesNotMatch(text, /hush|4915112345678/);
  assert.deepEqual(
    [(err as { code: string }).code, (err as { constraint: string }).constraint],
    ['22P02', 'a key has one id'],
  );
});

test('a number in the message of an error is masked, an id and an instant are not', () => {
  const id = '0198c1d2-1234-7abc-8def-001122334455';
  const { text } = written({ err: new Error(`no route for 4915112345678, +4915112345678 in ${id} on port 8080`) });
  assert.doesNotMatch(text, /15112345/);
  assert.ok(text.includes(id));
  assert.ok(text.includes('8080'));
});

test('what was thrown and is no error says nothing of itself', () => {
  assert.doesNotMatch(written({ err: 'hush' }).text, /hush/);
});

test('a line within a span names it and its trace, and other lines are as they are without traces', () => {
  const ids = { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' };
  let span: Span | null = null;
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) }, { current: () => span });
  log.info({ message: 1 }, 'it happened');
  assert.match(String(lines.at(-1)), /^\{"level":"info","time":"[^"]+","message":1,"msg":"it happened"\}\n$/);
  const traceparent = `00-${ids.trace_id}-${ids.span_id}-01`;
  span = { traceparent, isOver: false, set: () => undefined, end: () => undefined };
  log.child({ carrier: 'a' }).info('it happened');
  const { trace_id, span_id } = JSON.parse(String(lines.at(-1)));
  assert.deepEqual({ trace_id, span_id }, ids);
});

test('a masked number keeps its country and its last two digits', () => {
  assert.equal(maskNumber('4915112345901'), '49*********01');
  assert.equal(maskNumber('12345'), '*****');
});
