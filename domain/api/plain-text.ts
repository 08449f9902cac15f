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

/** Removes HTML: comments, scripts and styles with their content, all other tags only. A block's tag becomes a new line. */
export const withoutTags = (text: string): string =>
  text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<\/?([a-z][a-z\d-]*)(?:\s[^<>]*|\/)?>/gi, (_tag, name: string) => (blocks.test(name) ? '\n' : ''));

/** Marks at the beginning of a line: headings, quotations, lists. */
const lineMark = /^[^\S\n]*(?:#{1,6}[^\S\n]+|>[^\S\n]?|[-*+][^\S\n]+|\d{1,9}[.)][^\S\n]+)/gm;
/** Lines of marks only: rules, underlines of headings and tables, link addresses, fences. */
const markLine = /^[^\S\n]*(?:[-*_=|: \t]{3,}|={1,2}|-{1,2}|\[[^\]\n]+\]:[^\S\n]+\S.*|(?:```|~~~).*)$/gm;

const letter = '[\\p{L}\\p{N}]';
const emphases = [
  /(\*\*|~~)(?=\S)([^\n]*?\S)\1/g,
  /(\*)(?=\S)([^*\n]*?[^\s*])\1/g,
  new RegExp(`(?<!${letter})(__?)(?=\\S)([^\\n]*?\\S)\\1(?!${letter})`, 'gu'),
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
    .replace(/!\[([^\]\n]*)\](?:\([^)\n]*\)|\[[^\]\n]*\])/g, '$1')
    .replace(/\[([^\]\n]*)\](?:\([^)\n]*\)|\[[^\]\n]*\])/g, '$1')
    .replace(/^[^\S\n]*\|(.*)\|[^\S\n]*$/gm, (_row, cells: string) => cells.replaceAll('|', ' '));
  const plain = emphases.reduce((words, emphasis) => words.replace(emphasis, '$2'), marked);
  return decodeEntities(plain)
    .replace(/\u{e000}(\d+)\u{e001}/gu, (_all, index) => kept[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
};
