/** A text with its quotes, a bracket, a comma or colon, or what stands between them. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gy;
const space = /\s*/y;

/**
 * Returns JSON with a line for each value. Nothing else of it is changed: parsing and writing it anew would round numbers, and drop
 * the first of two equal keys.
 *
 * @param text that JSON.parse takes.
 * @param longest characters. Undefined where it would be longer.
 */
export const indentJson = (text: string, longest: number): string | undefined => {
  const parts: string[] = [];
  let [length, depth] = [0, 0];
  let before = '';
  const put = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const line = (): void => put(`\n${'  '.repeat(depth)}`);
  for (let at = 0; ; ) {
    space.lastIndex = at;
    space.test(text);
    token.lastIndex = space.lastIndex;
    const found = token.exec(text);
    if (!found || length > longest) break;
    const [part] = found;
    at = token.lastIndex;
    const closes = part === '}' || part === ']';
    if (closes) depth -= 1;
    const isEmpty = closes && (before === '{' || before === '[');
    if ((closes && !isEmpty) || (!closes && (before === '{' || before === '[' || before === ','))) line();
    put(part === ':' ? ': ' : part);
    if (part === '{' || part === '[') depth += 1;
    before = part;
  }
  return length > longest ? undefined : parts.join('');
};
