/**
 * The texts that ask for a key before the code is spoken: a person presses the key, a mailbox does not. `$$CODE$$`
 * stands for the key, so that it is spoken like a digit of a code.
 */
const TEXTS: Readonly<Record<string, string>> = {
  ar: 'لسماع الرمز اضغط الرقم $$CODE$$.',
  cs: 'Chcete-li slyšet kód, stiskněte $$CODE$$.',
  da: 'Tryk på $$CODE$$ for at høre din kode.',
  de: 'Um Ihren Code zu hören, drücken Sie $$CODE$$.',
  el: 'Για να ακούσετε τον κωδικό, πατήστε $$CODE$$.',
  en: 'To hear your code, press $$CODE$$.',
  es: 'Para escuchar su código, pulse $$CODE$$.',
  fi: 'Kuullaksesi koodin paina $$CODE$$.',
  fr: 'Pour entendre votre code, appuyez sur $$CODE$$.',
  hu: 'A kód meghallgatásához nyomja meg: $$CODE$$.',
  id: 'Untuk mendengar kode Anda, tekan $$CODE$$.',
  it: 'Per ascoltare il codice, prema $$CODE$$.',
  nb: 'Trykk $$CODE$$ for å høre koden.',
  nl: 'Druk op $$CODE$$ om uw code te horen.',
  pl: 'Aby usłyszeć kod, naciśnij $$CODE$$.',
  pt: 'Para ouvir o código, prima $$CODE$$.',
  'pt-BR': 'Para ouvir o código, pressione $$CODE$$.',
  ro: 'Pentru a auzi codul, apăsați $$CODE$$.',
  ru: 'Чтобы услышать код, нажмите $$CODE$$.',
  sv: 'Tryck $$CODE$$ för att höra koden.',
  tr: 'Kodunuzu duymak için $$CODE$$ tuşuna basın.',
  uk: 'Щоб почути код, натисніть $$CODE$$.',
  vi: 'Để nghe mã, hãy nhấn phím $$CODE$$.',
};

/** In the language or the one that it is a kind of; null where nobody has written one. */
export function pressFirstText(language: string): string | null {
  const parts = language.split('-');
  for (let count = parts.length; count > 0; count -= 1) {
    const text = TEXTS[parts.slice(0, count).join('-')];
    if (text !== undefined) return text;
  }
  return null;
}

/** The languages in which a key may be asked for. */
export const PRESS_FIRST_LANGUAGES: readonly string[] = Object.keys(TEXTS);
