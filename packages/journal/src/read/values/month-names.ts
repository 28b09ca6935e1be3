/** Names of months and weekdays in the languages that exports are written in. */

/** One line a language; short and long forms of one month are joined by `/`. */
const MONTHS = [
  'jan/january feb/february mar/march apr/april may jun/june jul/july aug/august sep/sept/september oct/october nov/november dec/december',
  'jän/jaen/januar/jänner feb/februar mär/mrz/maer/märz/maerz apr mai jun/juni jul/juli aug sep okt/oktober nov dez/dezember',
  'janv/janvier févr/fevr/fév/fev/février/fevrier mars avr/avril mai juin juil/juillet août/aout sept/septembre oct/octobre nov/novembre déc/décembre/decembre',
  'ene/enero feb/febrero mar/marzo abr/abril may/mayo jun/junio jul/julio ago/agosto sep/set/septiembre/setiembre oct/octubre nov/noviembre dic/diciembre',
  'jan/janeiro fev/fevereiro mar/março/marco abr/abril mai/maio jun/junho jul/julho ago/agosto set/setembro out/outubro nov/novembro dez/dezembro',
  'gen/gennaio feb/febbraio mar/marzo apr/aprile mag/maggio giu/giugno lug/luglio ago/agosto set/settembre ott/ottobre nov/novembre dic/dicembre',
  'jan/januari feb/februari mrt/maart apr mei/maj jun jul aug/augustus/augusti sep okt/october nov dec',
  'sty/stycznia/styczeń lut/lutego/luty mar/marca/marzec kwi/kwietnia/kwiecień maj/maja cze/czerwca/czerwiec lip/lipca/lipiec sie/sierpnia/sierpień wrz/września/wrzesień paź/października/październik lis/listopada/listopad gru/grudnia/grudzień',
  'янв/января/январь фев/февр/февраля/февраль мар/марта/март апр/апреля/апрель май/мая июн/июня/июнь июл/июля/июль авг/августа/август сен/сент/сентября/сентябрь окт/октября/октябрь ноя/нояб/ноября/ноябрь дек/декабря/декабрь',
  'oca/ocak şub/şubat mar/mart nis/nisan may/mayıs haz/haziran tem/temmuz ağu/ağustos eyl/eylül eki/ekim kas/kasım ara/aralık',
];

const MONTH_OF = new Map<string, number>();
for (const language of MONTHS) {
  language.split(' ').forEach((forms, index) => {
    for (const form of forms.split('/')) if (!MONTH_OF.has(form)) MONTH_OF.set(form, index + 1);
  });
}

/** Month 1 to 12 by its name or short form, with or without a full stop; null for any other text. */
export function monthOfName(word: string): number | null {
  return MONTH_OF.get(word.toLowerCase().replace('.', '').normalize('NFC')) ?? null;
}
