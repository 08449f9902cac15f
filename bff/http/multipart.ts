import { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Context } from 'hono';
import { type Problem, RefusedError, refuse } from '#domain/core/problem.ts';
import type { BffEnv } from './context.ts';

/** One uploaded file. Its name never becomes a path (requirement D8). */
type UploadedFile = Readonly<{ name: string; type: string; bytes: Uint8Array }>;
export type Multipart = Readonly<{ fields: Readonly<Record<string, string>>; file?: UploadedFile }>;

/** Bytes. A form that announces more is refused unread. From other forms no more than the file's limit is read. */
const longestForm = 64 * 1024 * 1024;

/** Bytes of a field that is not a file. */
const fieldSize = 16 * 1024;

const invalid = (problem: Problem, kind: 'invalid' | 'too-large' = 'invalid') =>
  new RefusedError(refuse(kind, problem));

/** A form comes once; a call that is looked at again gets it again. */
const forms = new WeakMap<Request, Promise<Multipart>>();

/**
 * Reads a multipart form with at most one file, and keeps at most the file's limit in memory (requirement D1).
 *
 * @param fileField name of the file's field.
 * @param fileLimit bytes.
 * @throws RefusedError when it is not a multipart form, or the file is too large or in another field.
 */
export const readMultipart = (c: Context<BffEnv>, fileField: string, fileLimit: number): Promise<Multipart> => {
  const form = forms.get(c.req.raw) ?? readForm(c, fileField, fileLimit);
  forms.set(c.req.raw, form);
  return form;
};

const readForm = async (c: Context<BffEnv>, fileField: string, fileLimit: number): Promise<Multipart> => {
  const contentType = c.req.header('content-type') ?? '';
  if (!contentType.toLowerCase().startsWith('multipart/form-data') || !c.req.raw.body)
    throw invalid({ code: 'body.malformed' });
  const megabytes = fileLimit / 1024 / 1024;
  const tooLarge = () => invalid({ code: 'spec.too-large', field: fileField, parameters: { megabytes } }, 'too-large');
  if (Number(c.req.header('content-length') ?? 0) > longestForm) throw tooLarge();

  const source = Readable.fromWeb(c.req.raw.body as Parameters<typeof Readable.fromWeb>[0]);
  return await new Promise((resolve, reject) => {
    // Without a prototype, so that a field named `__proto__` is refused like any other unknown field.
    const fields: Record<string, string> = Object.create(null);
    let file: UploadedFile | undefined;
    let failure: RefusedError | undefined;
    let received = 0;
    const fail = (error: RefusedError) => {
      failure ??= error;
    };
    const breakOff = (error: unknown) => {
      source.destroy();
      reject(error);
    };
    const parser = (() => {
      try {
        return busboy({
          headers: { 'content-type': contentType },
          // Busboy also reports a file of exactly the limit as too large.
          limits: {
            fields: 20,
            files: 1,
            parts: 30,
            fieldSize,
            fieldNameSize: 100,
            fileSize: fileLimit + 1,
          },
        });
      } catch {
        return undefined;
      }
    })();
    if (!parser) return reject(invalid({ code: 'body.malformed' }));

    parser.on('field', (name, value, info) => {
      if (info.valueTruncated)
        fail(invalid({ code: 'field.too-long', field: name, parameters: { maximum: fieldSize } }));
      fields[name] = value;
    });
    parser.on('file', (name, stream, info) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => {
        breakOff(tooLarge());
      });
      // The parser reports the same error. Without this listener it would end the process.
      stream.on('error', () => fail(invalid({ code: 'body.malformed' })));
      stream.on('end', () => {
        if (name !== fileField) fail(invalid({ code: 'field.unknown', field: name }));
        file = { name: info.filename ?? '', type: info.mimeType, bytes: Buffer.concat(chunks) };
      });
    });
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
      parser.on(limit, () => fail(invalid({ code: 'body.malformed' })));
    parser.on('error', () => reject(invalid({ code: 'body.malformed' })));
    parser.on('close', () => (failure ? reject(failure) : resolve({ fields, ...(file ? { file } : {}) })));
    source.on('data', (chunk: Buffer) => {
      received += chunk.length;
      try {
        if (received > longestForm) throw tooLarge();
        c.get('body')?.received(received);
      } catch (error) {
        breakOff(error);
      }
    });
    source.on('end', () => c.get('body')?.complete());
    source.on('error', () => reject(invalid({ code: 'body.malformed' })));
    source.pipe(parser);
  });
};
