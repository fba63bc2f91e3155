/**
 * Texts in which a code stands. Pure.
 *
 * 1. A plan never holds the code. It is put into a copy of the content that goes to the carrier, and nowhere else.
 * 2. How many parts a text has is counted with zeros in place of the code: a digit is as long as any other in every
 *    alphabet.
 */
import type { Content } from '../../carriers/carrier.ts';
import { CODE_TOKEN } from '../../lib/code-token.ts';

type CodeContent = Extract<Content, { readonly codeDigits?: number }> & { readonly codeDigits: number };

/** Whether a code has to be put in before it leaves. */
export function needsCode(content: Content): content is CodeContent {
  return 'codeDigits' in content && typeof content.codeDigits === 'number';
}

/** As it goes to the carrier. */
export function withCode(content: CodeContent, code: string): Content {
  const { codeDigits: _, text, ...rest } = content;
  return { ...rest, text: text.replaceAll(CODE_TOKEN, code) };
}

/** As it is counted (rule 2). */
export function countedContent(content: Content): Content {
  return needsCode(content) ? withCode(content, '0'.repeat(content.codeDigits)) : content;
}
