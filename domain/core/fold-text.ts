const points = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;
const plain: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ς: 'σ' },
};

/**
 * Returns a text as people look for it: in any case, without accents, the points of Hebrew and Arabic, and letters that look
 * alike. The read tables do the same (`fold_text`, migrations/414).
 */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(points, '')
    .replace(/[ßæœþłøđðħıŧς]/g, (letter) => plain[letter] ?? letter);
