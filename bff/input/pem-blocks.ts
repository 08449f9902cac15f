const [begin, end] = [/^-----BEGIN ([A-Z0-9 ]{1,40})-----$/, /^-----END [A-Z0-9 ]{1,40}-----$/];

/** Where files were joined without a line break between them. */
const joined = '----------BEGIN ';

/**
 * Returns the blocks of a PEM file, with their kinds. What stands between them, such as a description, is left out. A block without
 * an end is one, too.
 */
export const pemBlocks = (text: string): { kind: string; pem: string }[] => {
  const found: { kind: string; lines: string[] }[] = [];
  let isOpen = false;
  const lines = text.replaceAll(joined, '-----\n-----BEGIN ').split('\n');
  for (const line of lines.map((each) => each.trim())) {
    const kind = begin.exec(line)?.[1];
    if (kind !== undefined) found.push({ kind, lines: [] });
    isOpen ||= kind !== undefined;
    if (isOpen) found.at(-1)?.lines.push(line);
    if (end.test(line)) isOpen = false;
  }
  return found.map(({ kind, lines }) => ({ kind, pem: lines.join('\n') }));
};
