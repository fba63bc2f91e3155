/**
 * What is said when the caller gives no text, one for each language. Pure.
 *
 * 1. Each holds the code once, where the grammar of the language wants it; the call says the whole of it twice.
 * 2. Where espeak-ng does not read the usual script of a language there is a second text for it: Japanese in kana,
 *    Hebrew with the vowel signs that it knows.
 */
import { matchTag } from './languages.ts';

const TEXTS: Readonly<Record<string, string>> = {
  af: 'Hallo. Jou verifikasiekode is: $$CODE$$.',
  am: 'ሰላም። የማረጋገጫ ኮድዎ፦ $$CODE$$።',
  ar: 'مرحبا. رمز التحقق الخاص بك هو: $$CODE$$.',
  az: 'Salam. Təsdiq kodunuz: $$CODE$$.',
  be: 'Вітаем. Ваш код пацвярджэння: $$CODE$$.',
  bg: 'Здравейте. Вашият код за потвърждение е: $$CODE$$.',
  bn: 'নমস্কার। আপনার যাচাইকরণ কোড হল: $$CODE$$।',
  bs: 'Pozdrav. Vaš kod za potvrdu je: $$CODE$$.',
  ca: 'Hola. El vostre codi de verificació és: $$CODE$$.',
  cs: 'Dobrý den. Váš ověřovací kód je: $$CODE$$.',
  cy: 'Helo. Eich cod dilysu yw: $$CODE$$.',
  da: 'Hej. Din bekræftelseskode er: $$CODE$$.',
  de: 'Hallo. Ihr Bestätigungscode lautet: $$CODE$$.',
  el: 'Γεια σας. Ο κωδικός επαλήθευσής σας είναι: $$CODE$$.',
  en: 'Hello. Your verification code is: $$CODE$$.',
  eo: 'Saluton. Via konfirma kodo estas: $$CODE$$.',
  es: 'Hola. Su código de verificación es: $$CODE$$.',
  et: 'Tere. Teie kinnituskood on: $$CODE$$.',
  eu: 'Kaixo. Zure egiaztapen kodea hau da: $$CODE$$.',
  fa: 'سلام. کد تأیید شما این است: $$CODE$$.',
  fi: 'Hei. Vahvistuskoodisi on: $$CODE$$.',
  fil: 'Kumusta. Ang iyong verification code ay: $$CODE$$.',
  fr: 'Bonjour. Votre code de vérification est : $$CODE$$.',
  ga: 'Dia duit. Is é do chód fíoraithe: $$CODE$$.',
  gl: 'Ola. O seu código de verificación é: $$CODE$$.',
  gu: 'નમસ્તે. તમારો ચકાસણી કોડ છે: $$CODE$$.',
  he: 'שלום. קוד האימות שלך הוא: $$CODE$$.',
  hi: 'नमस्ते। आपका सत्यापन कोड है: $$CODE$$।',
  hr: 'Pozdrav. Vaš kod za potvrdu je: $$CODE$$.',
  hu: 'Üdvözöljük. Az ellenőrző kódja: $$CODE$$.',
  hy: 'Բարև Ձեզ։ Ձեր հաստատման կոդն է՝ $$CODE$$։',
  id: 'Halo. Kode verifikasi Anda adalah: $$CODE$$.',
  is: 'Halló. Staðfestingarkóðinn þinn er: $$CODE$$.',
  it: 'Salve. Il suo codice di verifica è: $$CODE$$.',
  ja: 'こんにちは。認証コードは、$$CODE$$です。',
  ka: 'გამარჯობა. თქვენი დამადასტურებელი კოდია: $$CODE$$.',
  kk: 'Сәлеметсіз бе. Растау кодыңыз: $$CODE$$.',
  kn: 'ನಮಸ್ಕಾರ. ನಿಮ್ಮ ಪರಿಶೀಲನಾ ಕೋಡ್: $$CODE$$.',
  ko: '안녕하세요. 인증 코드는 $$CODE$$입니다.',
  ky: 'Саламатсызбы. Ырастоо кодуңуз: $$CODE$$.',
  lt: 'Sveiki. Jūsų patvirtinimo kodas yra: $$CODE$$.',
  lv: 'Sveiki. Jūsu verifikācijas kods ir: $$CODE$$.',
  mk: 'Здраво. Вашиот код за потврда е: $$CODE$$.',
  ml: 'നമസ്കാരം. നിങ്ങളുടെ പരിശോധനാ കോഡ്: $$CODE$$.',
  mr: 'नमस्कार. तुमचा पडताळणी कोड आहे: $$CODE$$.',
  ms: 'Helo. Kod pengesahan anda ialah: $$CODE$$.',
  mt: 'Bonġu. Il-kodiċi ta’ verifika tiegħek hu: $$CODE$$.',
  nb: 'Hei. Bekreftelseskoden din er: $$CODE$$.',
  ne: 'नमस्ते। तपाईंको प्रमाणीकरण कोड हो: $$CODE$$।',
  nl: 'Hallo. Uw verificatiecode is: $$CODE$$.',
  pa: 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ। ਤੁਹਾਡਾ ਤਸਦੀਕ ਕੋਡ ਹੈ: $$CODE$$।',
  pl: 'Dzień dobry. Twój kod weryfikacyjny to: $$CODE$$.',
  pt: 'Olá. O seu código de verificação é: $$CODE$$.',
  ro: 'Bună ziua. Codul dumneavoastră de verificare este: $$CODE$$.',
  ru: 'Здравствуйте. Ваш код подтверждения: $$CODE$$.',
  sk: 'Dobrý deň. Váš overovací kód je: $$CODE$$.',
  sl: 'Pozdravljeni. Vaša potrditvena koda je: $$CODE$$.',
  sq: 'Përshëndetje. Kodi juaj i verifikimit është: $$CODE$$.',
  sr: 'Здраво. Ваш верификациони код је: $$CODE$$.',
  sv: 'Hej. Din verifieringskod är: $$CODE$$.',
  sw: 'Habari. Nambari yako ya uthibitishaji ni: $$CODE$$.',
  ta: 'வணக்கம். உங்கள் சரிபார்ப்புக் குறியீடு: $$CODE$$.',
  te: 'నమస్కారం. మీ ధృవీకరణ కోడ్: $$CODE$$.',
  th: 'สวัสดี รหัสยืนยันของคุณคือ $$CODE$$',
  tr: 'Merhaba. Doğrulama kodunuz: $$CODE$$.',
  uk: 'Вітаємо. Ваш код підтвердження: $$CODE$$.',
  ur: 'السلام علیکم۔ آپ کا تصدیقی کوڈ ہے: $$CODE$$۔',
  uz: 'Assalomu alaykum. Tasdiqlash kodingiz: $$CODE$$.',
  vi: 'Xin chào. Mã xác minh của bạn là: $$CODE$$.',
  yue: '你好。你嘅驗證碼係：$$CODE$$。',
  zh: '您好。您的验证码是：$$CODE$$。',
};

const FOR_ESPEAK: Readonly<Record<string, string>> = {
  he: 'שָלוֹם. קוֹד הָאִימוּת שֶלָך הוּא: $$CODE$$.',
  ja: 'こんにちわ。にんしょう コードわ、$$CODE$$ です。',
};

/** Null: this language has none. */
export function defaultText(language: string, reading: 'espeak' | 'any'): string | null {
  const tag = matchTag(language, Object.keys(TEXTS));
  if (tag === null) return null;
  return (reading === 'espeak' ? FOR_ESPEAK[tag] : undefined) ?? TEXTS[tag] ?? null;
}
