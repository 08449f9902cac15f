const lessThan = '<'.charCodeAt(0);
const escaped = new TextEncoder().encode('\\u003c');

/**
 * JSON in which nothing can end the element of a page that holds it, as UTF-8; it means the same. Takes a while for a
 * large one: for worker threads.
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
