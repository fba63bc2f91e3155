/**
 * Reads a stream of hints, as a page of an operator would.
 */
import { request } from 'undici';
import { asJsonObject, type JsonObject } from '../../../src/lib/json.ts';

export interface HintEvent {
  readonly event: string;
  readonly data: JsonObject;
}

export interface HintReader {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** What has come, comments left out. */
  readonly events: HintEvent[];
  readonly text: () => string;
  readonly hasEnded: () => boolean;
  /** `topic id` of each hint, an account behind it where it has one. */
  hints(): string[];
  close(): void;
}

export async function readHints(url: string, token: string, query = ''): Promise<HintReader> {
  const answer = await request(`${url}/operator/v1/hints${query}`, { headers: { authorization: `Bearer ${token}` } });
  const { body } = answer;
  const events: HintEvent[] = [];
  let text = '';
  let unread = '';
  let hasEnded = false;
  body.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    unread += chunk.toString('utf8');
    for (let end = unread.indexOf('\n\n'); end >= 0; end = unread.indexOf('\n\n')) {
      const event = readEvent(unread.slice(0, end));
      if (event) events.push(event);
      unread = unread.slice(end + 2);
    }
  });
  const ended = () => {
    hasEnded = true;
  };
  body.on('end', ended);
  body.on('error', ended);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    events,
    text: () => text,
    hasEnded: () => hasEnded,
    hints: () => events.flatMap(({ data }) => hintsOf(data)),
    close: () => body.destroy(),
  };
}

function readEvent(text: string): HintEvent | null {
  const [, event] = /^event: (.*)$/m.exec(text) ?? [];
  const [, data] = /^data: (.*)$/m.exec(text) ?? [];
  return event === undefined ? null : { event, data: asJsonObject(JSON.parse(data ?? '{}')) ?? {} };
}

function hintsOf({ hints = [] }: JsonObject): string[] {
  return (hints as ReadonlyArray<Record<string, string | null>>).map(({ topic, id, customer_id: account }) =>
    [topic, id, account].filter((each) => each !== undefined).join(' '),
  );
}
