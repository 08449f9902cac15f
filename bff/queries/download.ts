import type { DocumentFormat } from '#domain/api/document-format.ts';

const mediaTypes: Readonly<Record<DocumentFormat, string>> = {
  json: 'application/json; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  pdf: 'application/pdf',
};

/** A document for a file; downloaded rather than shown, so that nothing in it can run (reliability D8). */
export const download = (content: string | Uint8Array, format: DocumentFormat, name: string): Response =>
  new Response(typeof content === 'string' ? content : new Uint8Array(content), {
    headers: {
      'content-type': mediaTypes[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
    },
  });
