import type { Call, Part } from './call.ts';
import type { TryItBody } from './schema.ts';

const utf8 = new TextEncoder();

/** Escapes a name as browsers do (HTML, "multipart/form-data encoding algorithm"). */
const inQuotes = (name: string): string => name.replace(/\r\n?|\n/g, '%0D%0A').replaceAll('"', '%22');

const headOf = (part: Part): string =>
  [
    `Content-Disposition: form-data; name="${inQuotes(part.name)}"${'file' in part ? `; filename="${inQuotes(part.file.name)}"` : ''}`,
    ...(part.contentType === undefined ? [] : [`Content-Type: ${part.contentType}`]),
  ].join('\r\n');

/** Writes parts as multipart/form-data (RFC 7578). */
const multipart = async (parts: readonly Part[], boundary: string): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = await Promise.all(
    parts.map(async (part) => {
      const content = 'file' in part ? new Uint8Array(await part.file.arrayBuffer()) : utf8.encode(part.text);
      return [utf8.encode(`--${boundary}\r\n${headOf(part)}\r\n\r\n`), content, utf8.encode('\r\n')];
    }),
  );
  return new Uint8Array(await new Blob([...bytes.flat(), utf8.encode(`--${boundary}--\r\n`)]).arrayBuffer());
};

const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
};

/** Returns a boundary that no part can contain by chance. */
const newBoundary = (): string => `----portico${crypto.randomUUID().replaceAll('-', '')}`;

/** Returns the call as the portal takes it. Bodies with files and parts become bytes. */
export const sentCall = async (call: Call, boundary = newBoundary()): Promise<TryItBody> => {
  const { method, path, headers, body } = call;
  const head = { method, path, headers: [...headers] };
  if (body === null || body.kind === 'text') return { ...head, body: body === null ? null : body.text };
  if (body.kind === 'file') {
    const bytes = new Uint8Array(await body.file.arrayBuffer());
    return { ...head, body: base64(bytes), encoding: 'base64' };
  }
  const type = { name: 'Content-Type', value: `multipart/form-data; boundary=${boundary}` };
  const others = head.headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  return {
    ...head,
    headers: [...others, type],
    body: base64(await multipart(body.parts, boundary)),
    encoding: 'base64',
  };
};

/** Returns about how many bytes a body has, so that too large files are not read. */
export const bytesOf = ({ body }: Call): number => {
  if (body === null) return 0;
  if (body.kind === 'text') return body.text.length;
  if (body.kind === 'file') return body.file.size;
  return body.parts.reduce((sum, part) => sum + 200 + ('file' in part ? part.file.size : part.text.length * 2), 200);
};
