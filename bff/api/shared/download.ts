import type { DocumentFormat } from '#domain/api/document-format.ts';
import { apiFileName } from '#domain/api/file-name.ts';

const mediaTypes: Readonly<Record<DocumentFormat, string>> = {
  json: 'application/json; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  pdf: 'application/pdf',
};

/** Returns the header that names a download. Clients that read only ASCII get `_` for other letters (RFC 6266, RFC 5987). */
export const attachment = (name: string): string => {
  const plain = name.replace(/[^ -~]/gu, '_');
  if (plain === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

/** Responds with a document as a download. It is never shown, so that nothing in it can run (requirement D8). */
export const download = (
  content: string | Uint8Array,
  format: DocumentFormat,
  api: Readonly<{ name: string; version: string }>,
): Response =>
  new Response(typeof content === 'string' ? content : new Uint8Array(content), {
    headers: { 'content-type': mediaTypes[format], 'content-disposition': attachment(apiFileName(api, format)) },
  });
