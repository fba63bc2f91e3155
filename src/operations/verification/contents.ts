/**
 * How a verification says its code on a channel: by the account's own template of that name, or by the default text of the
 * language. A call says the default text, as there are no templates of calls.
 *
 * 1. In a template `{{code}}` or `{{1}}` stands for the code, and so does `$$CODE$$`. It needs a text that holds the code
 *    and nothing else to fill in: what a caller would give for it, a verification does not have.
 */
import type { Channel, Content } from '../../carriers/carrier.ts';
import { CHANNELS } from '../../carriers/channels.ts';
import { Refusal } from '../../errors.ts';
import { CODE_TOKEN } from '../../lib/code-token.ts';
import type { AccountTemplate, TemplateKey } from '../../store/accounts/templates.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import { textOfLanguage } from '../send-code-text/texts.ts';
import { fillTemplate } from '../templates/own-content.ts';
import type { ContentLimits } from '../templates/texts.ts';

export interface ContentOptions extends ContentLimits {
  readonly findTemplate: (key: TemplateKey) => Promise<AccountTemplate | null>;
}

const DEFAULT_TEXT = 'Your verification code is $$CODE$$.';
const NAME = 'message_template.name';

export async function contentOf(
  options: ContentOptions,
  channel: Channel,
  { accountId, language, template: name }: Pick<Verification, 'accountId' | 'language' | 'template'>,
): Promise<Content> {
  const { saysCodesIn } = CHANNELS[channel];
  if (saysCodesIn === 'voice_prompt') {
    return { type: saysCodesIn, language, text: '', extensionKeys: '', pressFirst: false };
  }
  if (name === null) return { type: saysCodesIn, text: textOfLanguage(language, false) ?? DEFAULT_TEXT };
  const template = await options.findTemplate({ accountId, channel, name });
  if (template === null) throw new Refusal('template_unknown', { name: NAME, allowed: allowedFor(channel) });
  return filled(template, options);
}

/** Rule 1. */
function filled(template: AccountTemplate, limits: ContentLimits): Content {
  const refusal = new Refusal('template_unknown', { name: NAME, allowed: allowedFor(template.channel) });
  const entry = { place: NAME, values: {} };
  const parameters = { place: NAME, values: { code: CODE_TOKEN, 1: CODE_TOKEN } };
  let content: Content;
  try {
    content = fillTemplate(template, { entry, parameters }, limits);
  } catch (error) {
    throw error instanceof Refusal ? refusal : error;
  }
  if (!(content.type === 'sms_text' || content.type === 'rcs_text') || !content.text.includes(CODE_TOKEN))
    throw refusal;
  return content;
}

function allowedFor(channel: Channel): string {
  return `a template of the account for ${channel}, a text with {{code}} and nothing else to fill in`;
}
