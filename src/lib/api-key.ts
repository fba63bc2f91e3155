/**
 * API keys as callers write them: plain base64, the alphabet with + and /, which every SDK decodes alike.
 */

export const API_KEY_ALLOWED = 'plain base64 of 16 to 128 bytes';

/** The bytes that a text stands for, or null when it is not plain base64. */
export function decodeKey(text: string): Buffer | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null;
  return Buffer.from(text, 'base64');
}

export function isApiKey(text: string): boolean {
  const length = decodeKey(text)?.length ?? 0;
  return length >= 16 && length <= 128;
}
