/** Characters that some system refuses in a file name, or that change the direction of text on the screen. */
const unusable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** Characters. Leaves room for the browser's "(1)" and the ending in 255 bytes, at four bytes a character. */
const longest = 50;

const part = (text: string): string =>
  [...text.replace(unusable, ' ').replace(/\s+/g, ' ')]
    .slice(0, longest)
    .join('')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');

/** Returns the name of an API's file, made of the API's name and its document's version: "Orders API 1.2.0.yaml". */
export const apiFileName = (api: Readonly<{ name: string; version: string }>, ending: string): string =>
  `${[part(api.name), part(api.version)].filter((text) => text !== '').join(' ') || 'api'}.${ending}`;
