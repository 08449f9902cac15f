/** Elements that start a new line. The text of all other elements stays in the line. */
const blocks =
  /^(?:address|article|aside|blockquote|br|center|dd|details|div|dl|dt|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/i;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
};

/** Decodes `&amp;` to `&` and `&#8364;` to `€`. Unknown entities stay. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hexadecimal, name) => {
    if (name) return entities[name.toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : all;
  });

/** Removes elements with their content. One without an end takes everything after it. */
const withoutElements = (text: string, opening: RegExp, closing: RegExp): string => {
  const [before = '', ...parts] = text.split(opening);
  const after = parts.map((part) => {
    const end = part.search(closing);
    return end < 0 ? '' : part.slice(end).replace(closing, '');
  });
  return before + after.join('');
};

/** Removes HTML: comments, scripts and styles with their content, all other tags only. A block's tag becomes a new line. */
export const withoutTags = (text: string): string => {
  const shown = text.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const unscripted = withoutElements(shown, /<script\b[^<>]*>/i, /<\/script\s*>/i);
  return withoutElements(unscripted, /<style\b[^<>]*>/i, /<\/style\s*>/i).replace(
    /<\/?([a-z][a-z\d-]*)(?:\s[^<>]*|\/)?>/gi,
    (_tag, name: string) => (blocks.test(name) ? '\n' : ''),
  );
};

/** Marks at the beginning of a line: headings, quotations, lists. Spaces exclude what also begins a line for `^`. */
const lineMark =
  /^[^\S\n\r\u2028\u2029]*(?:#{1,6}[^\S\n\r\u2028\u2029]+|>[^\S\n\r\u2028\u2029]?|[-*+][^\S\n\r\u2028\u2029]+|\d{1,9}[.)][^\S\n\r\u2028\u2029]+)/gm;
/** Lines of marks only: rules, underlines of headings and tables, link addresses, fences. */
const markLine =
  /^[^\S\n\r\u2028\u2029]*(?:[-*_=|:][-*_=|: \t]{2,}|={1,2}|-{1,2}|\[[^[\]\n]+\]:[^\S\n\r\u2028\u2029]+\S.*|(?:```|~~~).*)$/gm;

/** Marks around words. The words can't hold what begins an emphasis, so that a mark that never ends costs little. */
const emphases = [
  /\*\*(?=[^\s*])([^*\n]*(?:\*[^*\n]+)*)(?<=\S)\*\*/g,
  /~~(?=[^\s~])([^~\n]*(?:~[^~\n]+)*)(?<=\S)~~/g,
  /\*(?=[^\s*])([^*\n]*)(?<=\S)\*/g,
  /(?<![\p{L}\p{N}_])__(?=[^\s_])([^_\n]*(?:(?<=[\p{L}\p{N}])_+[\p{L}\p{N}][^_\n]*)*)(?<=\S)__(?![\p{L}\p{N}_])/gu,
  /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]*(?:(?<=[\p{L}\p{N}])_+[\p{L}\p{N}][^_\n]*)*)(?<=\S)_(?![\p{L}\p{N}_])/gu,
];

/**
 * Returns Markdown or HTML as plain text in one line, for a card, a list or a search. Show it as text, never as HTML: it
 * is not sanitized.
 */
export const plainText = (text: string): string => {
  /** Code and escaped characters are not marks: they are taken out first and put back at the end. */
  const kept: string[] = [];
  const keep = (words: string): string => `\u{e000}${kept.push(words) - 1}\u{e001}`;
  const bare = text
    .replace(/[\u{e000}\u{e001}]/gu, '')
    .replace(/`([^`\n]+)`|\\([!-/:-@[-`{-~])/g, (_all, code, escaped) => keep(code ?? escaped))
    .replace(/<((?:https?:|mailto:)[^<>\s]+)>/gi, (_all, address) => keep(address));
  const marked = withoutTags(bare)
    .replace(markLine, '')
    // Twice, for a list in a quotation or a heading in a list.
    .replace(lineMark, '')
    .replace(lineMark, '')
    .replace(/!\[([^[\]\n]*)\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^[\]\n]*\])/g, '$1')
    .replace(/\[([^[\]\n]*)\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^[\]\n]*\])/g, '$1')
    .replace(/^[^\S\n\r\u2028\u2029]*\|(.*)\|[^\S\n\r\u2028\u2029]*$/gm, (_row, cells: string) =>
      cells.replaceAll('|', ' '),
    );
  const plain = emphases.reduce((words, emphasis) => words.replace(emphasis, '$1'), marked);
  return decodeEntities(plain)
    .replace(/\u{e000}(\d+)\u{e001}/gu, (_all, index) => kept[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
};
