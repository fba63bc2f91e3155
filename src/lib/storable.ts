/** Texts of others as the store can hold them. */

/** Without NUL, which PostgreSQL has in no text; half of a surrogate pair, which UTF-8 has not, becomes U+FFFD. */
export function storable(text: string): string {
  if (!text.includes('\0') && !/\p{Surrogate}/u.test(text)) return text;
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '');
}
