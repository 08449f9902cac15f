import type { Call, Part } from './call.ts';

/** Quotes a value as one word of a POSIX shell. */
export const shellWord = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;

/** Quotes a value of curl's `-F`, in which `;` and `,` would end it. */
const formWord = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const partWords = (part: Part): string[] => {
  const type = part.contentType === undefined ? '' : `;type=${part.contentType}`;
  // `-F` would read a file for a text that begins with @ or <.
  if ('file' in part) return ['-F', shellWord(`${part.name}=@${formWord(part.file.name)}${type}`)];
  if (type === '') return ['--form-string', shellWord(`${part.name}=${part.text}`)];
  return ['-F', shellWord(`${part.name}=${formWord(part.text)}${type}`)];
};

/** A call, also by a method that can't be tried. */
type AnyCall = Omit<Call, 'method'> & Readonly<{ method: string }>;

/**
 * Returns the curl line of a call. Files are read from the current folder.
 *
 * @param address the deployment's address, before the path.
 * @param credential the header with the key, as one word of the shell.
 */
export const curlLine = ({ method, path, headers, body }: AnyCall, address: string, credential: string): string => {
  const isUsual = method === (body === null ? 'GET' : 'POST');
  const words = [
    `curl ${method === 'HEAD' ? '-I ' : isUsual ? '' : `-X ${method} `}${shellWord(`${address}${path}`)}`,
    `-H ${credential}`,
    ...headers.map(({ name, value }) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(body?.kind === 'text' ? [`--data-raw ${shellWord(body.text)}`] : []),
    ...(body?.kind === 'file' ? [`--data-binary ${shellWord(`@${body.file.name}`)}`] : []),
    ...(body?.kind === 'parts' ? body.parts.map((part) => partWords(part).join(' ')) : []),
  ];
  return words.join(' \\\n  ');
};

const inCode = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const fileInCode = (name: string, type: string | undefined): string =>
  `new Blob([await readFile(${inCode(name)})]${type === undefined ? '' : `, { type: ${inCode(type)} }`})`;

/**
 * Returns JavaScript that makes the call by `fetch`, for Node. Files are read from the current folder. Undefined where `FormData`
 * would make another call: it calls a text with a media type of its own a file.
 */
export const fetchCode = (
  { method, path, headers, body }: Call,
  address: string,
  credential: Readonly<{ name: string; value: string }>,
): string | undefined => {
  const parts = body?.kind === 'parts' ? body.parts : [];
  if (parts.some((part) => !('file' in part) && part.contentType !== undefined)) return undefined;
  const hasFile = body?.kind === 'file' || parts.some((part) => 'file' in part);
  const all = [
    `    ${inCode(credential.name)}: ${credential.value},`,
    ...headers.map(({ name, value }) => `    ${inCode(name)}: ${inCode(value)},`),
  ];
  const content =
    body?.kind === 'text'
      ? inCode(body.text)
      : body?.kind === 'file'
        ? `await readFile(${inCode(body.file.name)})`
        : body?.kind === 'parts'
          ? 'form'
          : undefined;
  return [
    ...(hasFile ? ["import { readFile } from 'node:fs/promises';", ''] : []),
    ...(body?.kind === 'parts' ? ['const form = new FormData();'] : []),
    ...parts.map((part) => {
      const value =
        'file' in part
          ? `${fileInCode(part.file.name, part.contentType)}, ${inCode(part.file.name)}`
          : inCode(part.text);
      return `form.append(${inCode(part.name)}, ${value});`;
    }),
    `const response = await fetch(${inCode(`${address}${path}`)}, {`,
    `  method: ${inCode(method)},`,
    '  headers: {',
    ...all,
    '  },',
    ...(content === undefined ? [] : [`  body: ${content},`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
};
