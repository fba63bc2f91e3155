/**
 * Where a code stands in a text that a caller or we have written: in texts that are sent, and in what a call says.
 */
export const CODE_TOKEN = '$$CODE$$';
