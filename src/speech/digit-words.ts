/**
 * The ten digits in words, for the languages whose digits espeak-ng does not say, says in English or says wrongly. The
 * digits of all other languages it knows by itself. Pure.
 */

const WORDS: Readonly<Record<string, string>> = {
  cv: 'нуль пӗрре иккӗ виҫҫӗ тӑваттӑ пиллӗк улттӑ ҫиччӗ саккӑр тӑххӑр',
  grc: 'οὐδέν εἷς δύο τρεῖς τέτταρες πέντε ἕξ ἑπτά ὀκτώ ἐννέα',
  gn: "mba'eve peteĩ mokõi mbohapy irundy po poteĩ pokõi poapy porundy",
  // With the few vowel signs that the voice knows; any other sign makes it spell the word.
  he: 'אֶפֶס אַחַת שתַיִם שָלוֹש אַרבַע חָמֵש שֵש שֶבַע שמוֹנֶה תֵשַע',
  ne: 'शून्य एक दुई तीन चार पाँच छ सात आठ नौ',
  nog: 'ноль бир эки уьш доьрт бес алты йети сегиз тогыз',
  quc: 'sero jun keb oxib kajib job waqib wuqub wajxaqib belejeb',
  qya: 'munta min atta neldë canta lempë enquë otso tolto nertë',
  si: 'බින්දුව එක දෙක තුන හතර පහ හය හත අට නවය',
  sjn: 'ú min tad neledh canad leben eneg odog toloth neder',
  tk: 'nol bir iki üç dört bäş alty ýedi sekiz dokuz',
};

/** What espeak-ng is given to say one digit in a language. */
export function digitForEspeak(digit: string, language: string): string {
  return WORDS[language]?.split(' ')[Number(digit)] ?? digit;
}
