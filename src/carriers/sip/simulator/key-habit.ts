/**
 * Which keys the owner of a simulated telephone presses, and when, by what is heard.
 */
import type { Manner } from './manners.ts';

/** A pause after speech that is no pause between words: the message has been said once. */
const SAID_ONCE_AFTER_PACKETS = 45;
/**
 * Between two keys that are tried. So is the time after which the caller asks again (script.ts) in none of the moments
 * in which an answer to a key is expected.
 */
const NEXT_KEY_AFTER_PACKETS = 35;
/** Whoever speaks so soon after a key speaks because of it. */
const ANSWERED_WITHIN_PACKETS = 10;
const KEYS_TO_TRY = '0123456789';

export class KeyHabit {
  private readonly manner: Manner;
  private readonly press: (key: string) => void;
  private hasHeardSpeech = false;
  private hasPressed = false;
  private keysTried = 0;
  private packetsSinceKey = Number.POSITIVE_INFINITY;
  private quietPackets = 0;

  constructor(manner: Manner, press: (key: string) => void) {
    this.manner = manner;
    this.press = press;
  }

  /** Of each packet of audio. */
  heard(isSpeech: boolean): void {
    this.hasHeardSpeech ||= isSpeech;
    this.quietPackets = isSpeech ? 0 : this.quietPackets + 1;
    if (this.manner === 'tries_keys') this.tryKeys(isSpeech);
    const isOnce = this.hasHeardSpeech && this.quietPackets >= SAID_ONCE_AFTER_PACKETS;
    if (this.manner !== 'presses_one' || this.hasPressed || !isOnce) return;
    this.hasPressed = true;
    this.press('1');
  }

  /** Whoever has been asked for a key, and has not understood which, presses one after the other until one is right. */
  private tryKeys(isSpeech: boolean): void {
    this.packetsSinceKey += 1;
    if (isSpeech && this.packetsSinceKey <= ANSWERED_WITHIN_PACKETS) this.hasPressed = true;
    const quietFor = this.quietPackets - SAID_ONCE_AFTER_PACKETS;
    const isTime = this.hasHeardSpeech && quietFor >= 0 && quietFor % NEXT_KEY_AFTER_PACKETS === 0;
    const key = KEYS_TO_TRY[this.keysTried];
    if (this.hasPressed || !isTime || key === undefined) return;
    this.keysTried += 1;
    this.packetsSinceKey = 0;
    this.press(key);
  }
}
