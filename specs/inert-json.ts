const lessThan = '<'.charCodeAt(0);
const escaped = new TextEncoder().encode('\\u003c');

/**
 * Escapes JSON (UTF-8) so that it can't end the HTML element that contains it. Its meaning does not change. Call it in a
 * child process: a large document takes long.
 */
export const inertJson = (json: Uint8Array): Uint8Array<ArrayBuffer> => {
  const marks = json.reduce((count, byte) => (byte === lessThan ? count + 1 : count), 0);
  const inert = new Uint8Array(json.length + marks * (escaped.length - 1));
  let end = 0;
  for (let from = 0; from < json.length; ) {
    const mark = json.indexOf(lessThan, from);
    const part = json.subarray(from, mark === -1 ? json.length : mark);
    inert.set(part, end);
    end += part.length;
    from += part.length + 1;
    if (mark === -1) break;
    inert.set(escaped, end);
    end += escaped.length;
  }
  return inert;
};
