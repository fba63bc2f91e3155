/**
 * What a code by SMS says when the caller gives no template: one text for each language, and one for payments, which
 * names what is paid to whom. Pure.
 */
import { defaultText } from '../../speech/default-texts.ts';
import { matchTag } from '../../speech/languages.ts';

/** Where a text that is read differs from the one that is spoken. */
const WRITTEN: Readonly<Record<string, string>> = {
  'pt-BR': 'Olá. Seu código de verificação é: $$CODE$$.',
  'zh-HK': '您好。您的驗證碼是：$$CODE$$。',
  'zh-Hant': '您好。您的驗證碼是：$$CODE$$。',
  'zh-TW': '您好。您的驗證碼是：$$CODE$$。',
};

const PAYMENTS: Readonly<Record<string, string>> = {
  da: 'Din kode til at betale $$AMOUNT$$ til $$PAYEE$$ er: $$CODE$$.',
  de: 'Ihr Code für die Zahlung von $$AMOUNT$$ an $$PAYEE$$ lautet: $$CODE$$.',
  en: 'Your code to pay $$AMOUNT$$ to $$PAYEE$$ is: $$CODE$$.',
  es: 'Su código para pagar $$AMOUNT$$ a $$PAYEE$$ es: $$CODE$$.',
  fr: 'Votre code pour payer $$AMOUNT$$ à $$PAYEE$$ est : $$CODE$$.',
  it: 'Il suo codice per pagare $$AMOUNT$$ a $$PAYEE$$ è: $$CODE$$.',
  nb: 'Koden din for å betale $$AMOUNT$$ til $$PAYEE$$ er: $$CODE$$.',
  nl: 'Uw code om $$AMOUNT$$ aan $$PAYEE$$ te betalen is: $$CODE$$.',
  pl: 'Twój kod do zapłaty $$AMOUNT$$ na rzecz $$PAYEE$$ to: $$CODE$$.',
  pt: 'O seu código para pagar $$AMOUNT$$ a $$PAYEE$$ é: $$CODE$$.',
  'pt-BR': 'Seu código para pagar $$AMOUNT$$ a $$PAYEE$$ é: $$CODE$$.',
  sv: 'Din kod för att betala $$AMOUNT$$ till $$PAYEE$$ är: $$CODE$$.',
};

/** The languages that a payment is named in. */
export const PAYMENT_LANGUAGES: readonly string[] = Object.keys(PAYMENTS);

/** In the language, or the one that it is a kind of; null where there is none. */
export function textOfLanguage(language: string, isPayment: boolean): string | null {
  if (isPayment) return textIn(PAYMENTS, language);
  return textIn(WRITTEN, language) ?? defaultText(language, 'any');
}

function textIn(texts: Readonly<Record<string, string>>, language: string): string | null {
  const tag = matchTag(language, Object.keys(texts));
  return tag === null ? null : (texts[tag] ?? null);
}
