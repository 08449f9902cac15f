const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Indents JSON without reading it into values, so that every number keeps its digits, and every key its place. Other text, and
 * JSON that was cut, stays unchanged.
 */
export const indentedJson = (text: string): string => {
  if (!isJson(text)) return text;
  let depth = 0;
  let before = '';
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return Array.from(text.matchAll(tokens), ([token]) => {
    const opened = before;
    before = token;
    const isFirst = opened === '{' || opened === '[';
    if (token === '}' || token === ']') {
      depth -= 1;
      return isFirst ? token : `${line()}${token}`;
    }
    const written = token === ',' || token === ':' ? token : `${isFirst || opened === ',' ? line() : ''}${token}`;
    if (token === '{' || token === '[') depth += 1;
    return token === ':' ? ': ' : written;
  }).join('');
};
