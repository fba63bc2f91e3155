/**
 * Go's templates, as far as our Helm chart uses them: a reader and a renderer.
 *
 * 1. What it does not know it refuses: a chart that it renders means the same to Helm. test/interop/helm.test.ts compares
 *    it with Go's own.
 * 2. A field of what is not there is an error, as in Go; a field that is not there is nothing.
 */
import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

type Token =
  | { readonly kind: 'string' | 'field' | 'variable' | 'word'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'mark'; readonly text: '(' | ')' | '|' };

/** Operands in their order; the first is a function where it is a word. */
type Command = readonly Operand[];
type Pipeline = readonly Command[];
type Operand = Token | { readonly kind: 'inner'; readonly pipeline: Pipeline };

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipeline: Pipeline }
  | { readonly kind: 'if' | 'with'; readonly pipeline: Pipeline; readonly body: Body; readonly otherwise: Body }
  | { readonly kind: 'range'; readonly names: readonly string[]; readonly pipeline: Pipeline; readonly body: Body }
  | { readonly kind: 'define'; readonly name: string; readonly body: Body };
type Body = readonly Node[];

interface Scope {
  readonly dot: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The templates of a chart: their texts by file, and what they define. */
export class Templates {
  private readonly defined = new Map<string, Body>();
  private readonly files = new Map<string, Body>();

  constructor(files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) {
      const { body, rest } = bodyOf(piecesOf(text));
      if (rest.length > 0) throw new Error(`${name}: an end without a beginning`);
      this.files.set(name, body);
      for (const node of body) if (node.kind === 'define') this.defined.set(node.name, node.body);
    }
  }

  render(name: string, dot: unknown): string {
    return this.body(known(this.files, name), { dot, variables: { $: dot } });
  }

  private body(body: Body, scope: Scope): string {
    return body.map((node) => this.node(node, scope)).join('');
  }

  private node(node: Node, scope: Scope): string {
    if (node.kind === 'text') return node.text;
    if (node.kind === 'define') return '';
    const value = this.pipeline(node.pipeline, scope);
    switch (node.kind) {
      case 'print':
        return textOf(value);
      case 'if':
        return this.body(isTrue(value) ? node.body : node.otherwise, scope);
      case 'with':
        return isTrue(value) ? this.body(node.body, { ...scope, dot: value }) : this.body(node.otherwise, scope);
      case 'range': {
        const [key = '', each = ''] = node.names;
        return Object.entries(value ?? {})
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, inner]) => {
            const variables = { ...scope.variables, [key]: name, [each]: inner };
            return this.body(node.body, { dot: inner, variables });
          })
          .join('');
      }
    }
  }

  private pipeline(pipeline: Pipeline, scope: Scope): unknown {
    return pipeline.reduce<{ value: unknown; isFirst: boolean }>(
      ({ value, isFirst }, command) => ({
        value: this.command(command, scope, isFirst ? [] : [value]),
        isFirst: false,
      }),
      { value: undefined, isFirst: true },
    ).value;
  }

  private command([head, ...others]: Command, scope: Scope, piped: readonly unknown[]): unknown {
    if (head?.kind !== 'word') {
      if (head === undefined || others.length > 0 || piped.length > 0) throw new Error('no function to call');
      return this.operand(head, scope);
    }
    const given = [...others.map((each) => this.operand(each, scope)), ...piped];
    if (head.text !== 'include') return known(FUNCTIONS, head.text)(...given);
    const [name, dot] = given;
    return this.body(known(this.defined, String(name)), { dot, variables: { $: dot } });
  }

  private operand(operand: Operand, scope: Scope): unknown {
    switch (operand.kind) {
      case 'string':
        return operand.text;
      case 'number':
        return operand.value;
      case 'inner':
        return this.pipeline(operand.pipeline, scope);
      case 'field':
        return fieldOf(scope.dot, operand.text);
      case 'variable': {
        const [name = '', ...path] = operand.text.split('.');
        if (!(name in scope.variables)) throw new Error(`there is no variable ${name}`);
        return fieldOf(scope.variables[name], `.${path.join('.')}`);
      }
      default:
        throw new Error(`${operand.text} is no value`);
    }
  }
}

type Call = (...given: readonly unknown[]) => unknown;

const FUNCTIONS = new Map<string, Call>(
  Object.entries<Call>({
    add: (a, b) => Number(a) + Number(b),
    contains: (part, whole) => String(whole).includes(String(part)),
    default: (otherwise, value) => (isTrue(value) ? value : otherwise),
    fail: (why) => {
      throw new Error(String(why));
    },
    int: (value) => Math.trunc(Number(value)),
    le: (a, b) => Number(a) <= Number(b),
    nindent: (width, text) => `\n${String(text)}`.replaceAll('\n', `\n${' '.repeat(Number(width))}`),
    not: (value) => !isTrue(value),
    or: (...values) => values.find(isTrue) ?? values.at(-1),
    printf: (form, ...values) => {
      const rest = [...values];
      return String(form).replaceAll('%s', () => String(rest.shift()));
    },
    quote: (value) => JSON.stringify(textOf(value)),
    required: (why, value) => {
      if (value === undefined || value === null || value === '') throw new Error(String(why));
      return value;
    },
    sha256sum: (text) => createHash('sha256').update(String(text)).digest('hex'),
    toYaml: (value) => stringify(value ?? null, { sortMapEntries: true, lineWidth: 0 }).trimEnd(),
    trimSuffix: (end, text) => (String(text).endsWith(String(end)) ? String(text).slice(0, -String(end).length) : text),
    trunc: (length, text) => String(text).slice(0, Number(length)),
  }),
);

function known<T>(map: ReadonlyMap<string, T>, name: string): T {
  const found = map.get(name);
  if (found === undefined) throw new Error(`${name} is not known`);
  return found;
}

function fieldOf(value: unknown, path: string): unknown {
  return path
    .split('.')
    .filter((step) => step !== '')
    .reduce((inside, step) => {
      if (typeof inside !== 'object' || inside === null) throw new Error(`${path}: nothing has a ${step}`);
      return (inside as Record<string, unknown>)[step];
    }, value);
}

function isTrue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) throw new Error('a map or a list is printed');
  return value === undefined || value === null ? '' : String(value);
}

type Piece = { readonly text: string } | { readonly action: readonly Token[] };

const ACTION = /(\s*\{\{-\s|\{\{)\s*(\/\*[\s\S]*?\*\/|(?:"(?:[^"\\]|\\.)*"|[^"}])*?)\s*(\s-\}\}\s*|\}\})/g;

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ACTION)) {
    pieces.push({ text: text.slice(end, match.index) });
    const inside = match[2] ?? '';
    if (!inside.startsWith('/*')) pieces.push({ action: tokensOf(inside) });
    end = match.index + match[0].length;
  }
  const rest = text.slice(end);
  if (rest.includes('{{')) throw new Error(`not understood: ${rest.slice(rest.indexOf('{{')).split('\n')[0]}`);
  return [...pieces, { text: rest }];
}

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|(\$[\w.]*)|(\.[\w.]*)|(\d+)\b|([A-Za-z]\w*)|([()|])|(:=|,))/y;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`not understood: ${text}`);
    const [, string, variable, field, number, word, mark, binding] = found;
    if (string !== undefined) tokens.push({ kind: 'string', text: JSON.parse(`"${string}"`) });
    else if (variable !== undefined) tokens.push({ kind: 'variable', text: variable });
    else if (field !== undefined) tokens.push({ kind: 'field', text: field });
    else if (number !== undefined) tokens.push({ kind: 'number', value: Number(number) });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark as '(' | ')' | '|' });
    else tokens.push({ kind: 'word', text: word ?? binding ?? '' });
  }
  return tokens;
}

/** Until the action that ends it, which is the first of `rest`. */
function bodyOf(pieces: readonly Piece[]): { body: Body; rest: readonly Piece[] } {
  const body: Node[] = [];
  let rest = pieces;
  for (;;) {
    const [piece, ...others] = rest;
    if (piece === undefined) return { body, rest };
    rest = others;
    if ('text' in piece) {
      body.push({ kind: 'text', text: piece.text });
      continue;
    }
    const [head, ...tokens] = piece.action;
    const word = head?.kind === 'word' ? head.text : '';
    if (word === 'end' || word === 'else') return { body, rest: [piece, ...others] };
    if (!['if', 'with', 'range', 'define'].includes(word)) {
      body.push({ kind: 'print', pipeline: pipelineOf(piece.action) });
      continue;
    }
    const inner = bodyOf(others);
    const hasElse = isWord(inner.rest[0], 'else');
    const other = hasElse ? bodyOf(inner.rest.slice(1)) : { body: [], rest: inner.rest };
    if (!isWord(other.rest[0], 'end')) throw new Error(`${word} without an end`);
    rest = other.rest.slice(1);
    body.push(blockOf(word, tokens, { body: inner.body, otherwise: other.body }));
  }
}

function isWord(piece: Piece | undefined, word: string): boolean {
  if (piece === undefined || 'text' in piece) return false;
  const [head, ...others] = piece.action;
  return head?.kind === 'word' && head.text === word && others.length === 0;
}

function blockOf(word: string, tokens: readonly Token[], parts: { body: Body; otherwise: Body }): Node {
  if (word === 'if' || word === 'with') return { kind: word, pipeline: pipelineOf(tokens), ...parts };
  if (parts.otherwise.length > 0) throw new Error(`${word} has an else`);
  if (word === 'define') {
    const [name] = tokens;
    if (name?.kind !== 'string' || tokens.length > 1) throw new Error('define needs a name');
    return { kind: 'define', name: name.text, body: parts.body };
  }
  // $name, $value := …
  const [key, comma, value, binds, ...list] = tokens;
  const isBound = comma?.kind === 'word' && comma.text === ',' && binds?.kind === 'word' && binds.text === ':=';
  if (!isBound || key?.kind !== 'variable' || value?.kind !== 'variable') throw new Error('range needs two variables');
  return { kind: 'range', names: [key.text, value.text], pipeline: pipelineOf(list), body: parts.body };
}

function pipelineOf(tokens: readonly Token[]): Pipeline {
  const stack: Operand[][][] = [[[]]];
  for (const token of tokens) {
    const pipeline = stack.at(-1);
    if (token.kind === 'mark' && token.text === '(') stack.push([[]]);
    else if (token.kind === 'mark' && token.text === ')') {
      const inner = stack.pop();
      if (!inner || stack.length === 0) throw new Error('a bracket too many');
      stack.at(-1)?.at(-1)?.push({ kind: 'inner', pipeline: inner });
    } else if (token.kind === 'mark') pipeline?.push([]);
    else pipeline?.at(-1)?.push(token);
  }
  if (stack.length !== 1) throw new Error('a bracket is missing');
  return stack[0] ?? [];
}
