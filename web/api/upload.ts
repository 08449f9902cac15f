import type { Answer, Call, Input } from '#domain/core/call.ts';
import { loadErrorTexts } from '../i18n/error-text.ts';
import { type CommandContext, intentHeaders, type JsonCall, readResponse, urlOf } from './client.ts';
import { noResponse, problemOf } from './problem-error.ts';
import { requestHeaders, withReplay } from './request-state.ts';

/** A call with a multipart form. */
export type UploadCall = JsonCall & Readonly<{ form: NonNullable<Call['form']> }>;

/** Returns the form of a call. Null is sent as an empty field, undefined not at all. */
const formOf = ({ form: { file } }: UploadCall, values: Readonly<Record<string, unknown>>): FormData => {
  const form = new FormData();
  // The file comes last, so that the server has read the fields before the bytes.
  const { [file]: content, ...fields } = values;
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value ?? ''));
  if (content instanceof Blob) form.set(file, content);
  return form;
};

const sendOnce = <C extends UploadCall>(
  call: C,
  input: Input<C>,
  { signal, onProgress, ...intent }: CommandContext,
): Promise<Answer<C>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', urlOf(call, input));
    for (const [name, value] of Object.entries({ ...requestHeaders(), ...intentHeaders(intent) })) {
      request.setRequestHeader(name, value);
    }
    const cancel = () => request.abort();
    signal?.addEventListener('abort', cancel);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress?.(Math.round((loaded / total) * 100));
    };
    request.onloadend = () => signal?.removeEventListener('abort', cancel);
    request.onerror = () => reject(noResponse());
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        try {
          resolve(readResponse(call, JSON.parse(request.responseText)));
        } catch (error) {
          reject(error);
        }
        return;
      }
      const problem = problemOf(request.status, request.responseText, request.getResponseHeader('x-correlation-id'));
      void loadErrorTexts().then(() => reject(problem));
    };
    request.send(formOf(call, (input as { form: Readonly<Record<string, unknown>> }).form));
  });

/** Sends a form with a file. Uses XMLHttpRequest, because fetch can't report the progress of an upload. */
export const upload = <C extends UploadCall>(call: C, input: Input<C>, context: CommandContext): Promise<Answer<C>> =>
  withReplay(() => sendOnce(call, input, context));
