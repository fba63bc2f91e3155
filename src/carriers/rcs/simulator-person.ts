/**
 * What the owner of a simulated handset sends to the agent, as RBM posts it (guides/build/messages/receive).
 */
import type { Context } from '../../context.ts';
import type { EventPoster } from './simulator-events.ts';
import type { SimulatedButton } from './simulator-suggestions.ts';

export interface SimulatedPlace {
  readonly latitude: number;
  readonly longitude: number;
}

export interface SimulatedFile {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
}

/** Each is false when `to` is not the agent. */
export interface SimulatedPerson {
  /** A text, and what Google makes of STOP and START. */
  text(from: string, to: string, text: string): boolean;
  /** A button that was pressed. */
  tap(from: string, to: string, button: SimulatedButton): boolean;
  file(from: string, to: string, file: SimulatedFile): boolean;
  /** Where the handset is. */
  location(from: string, to: string, place: SimulatedPlace): boolean;
}

export function simulatedPerson(
  { ids }: Pick<Context, 'ids'>,
  agentId: string,
  events: Pick<EventPoster, 'add'>,
): SimulatedPerson {
  const add = (from: string, event: object) => events.add({ senderPhoneNumber: `+${from}`, ...event });
  return {
    text(from, to, text) {
      if (to !== agentId) return false;
      add(from, { messageId: ids.next(), text });
      const word = text.trim().toUpperCase();
      if (word === 'STOP') add(from, { eventType: 'UNSUBSCRIBE', eventId: ids.next() });
      if (word === 'START') add(from, { eventType: 'SUBSCRIBE', eventId: ids.next() });
      return true;
    },
    tap(from, to, { type, text, payload }) {
      if (to !== agentId) return false;
      const suggestionResponse = { postbackData: payload, text, type: type === 'reply' ? 'REPLY' : 'ACTION' };
      add(from, { eventId: ids.next(), suggestionResponse });
      return true;
    },
    file(from, to, { name: fileName, mimeType, uri: fileUri, sizeBytes: fileSizeBytes }) {
      if (to !== agentId) return false;
      const payload = { mimeType, fileSizeBytes, fileName, fileUri };
      add(from, { messageId: ids.next(), userFile: { payload } });
      return true;
    },
    location(from, to, { latitude, longitude }) {
      if (to !== agentId) return false;
      add(from, { messageId: ids.next(), location: { latitude, longitude } });
      return true;
    },
  };
}
