import { type CommandContext, type JsonCall, readResponse } from './client.ts';
import type { ApiResponse } from './old-client.ts';
import { noResponse, problemOf } from './problem-error.ts';
import { requestHeaders, withReplay } from './request-state.ts';

const sendOnce = <T>(
  schema: ApiResponse<T>,
  path: string,
  form: FormData,
  { idempotencyKey, signal, onProgress }: CommandContext,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries({ ...requestHeaders(), 'idempotency-key': idempotencyKey })) {
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
          resolve(readResponse({ response: schema } as unknown as JsonCall, JSON.parse(request.responseText)) as T);
        } catch (error) {
          reject(error);
        }
        return;
      }
      reject(problemOf(request.status, request.responseText, request.getResponseHeader('x-correlation-id')));
    };
    request.send(form);
  });

/** Sends a form with a file. Uses XMLHttpRequest, because fetch can't report the progress of an upload. */
export const upload = <T>(...request: Parameters<typeof sendOnce<T>>): Promise<T> =>
  withReplay(() => sendOnce<T>(...request));
