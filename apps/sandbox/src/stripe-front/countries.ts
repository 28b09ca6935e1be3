/** Countries of a card's billing address, by name. */

const CODES =
  'AD AE AG AL AM AR AT AU AZ BA BB BD BE BG BH BM BN BO BR BS BW BZ CA CH CL CN CO CR CY CZ DE DK DO DZ EC EE EG ES FI FO FR GB GE GG GH GI GL GR GT HK HN HR HU ID IE IL IM IN IS IT JE JM JO JP KE KR KW KY KZ LB LI LK LT LU LV MA MC MD ME MK MO MT MU MX MY NG NL NO NZ OM PA PE PH PK PL PT PY QA RO RS SA SE SG SI SK SM TH TN TR TT TW TZ UA UG US UY UZ VN ZA';

const NAMES = new Intl.DisplayNames('en-GB', { type: 'region' });

export interface Country {
  readonly code: string;
  readonly name: string;
}

export const COUNTRIES: readonly Country[] = CODES.split(' ')
  .map((code) => ({ code, name: NAMES.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'));
