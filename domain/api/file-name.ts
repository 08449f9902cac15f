/** What some system does not take in a file's name, and what would turn one around on the screen. */
const unusable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** A browser's own "(1)" and the ending must find room within 255 bytes, and a letter may take four. */
const longest = 50;

const part = (text: string): string =>
  [...text.replace(unusable, ' ').replace(/\s+/g, ' ')]
    .slice(0, longest)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');

/** How a file of an API is called: after the API and the version of its document, "Orders API 1.2.0.yaml". */
export const apiFileName = (api: Readonly<{ name: string; version: string }>, ending: string): string =>
  `${[part(api.name), part(api.version)].filter((text) => text !== '').join(' ') || 'api'}.${ending}`;
