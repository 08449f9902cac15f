import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { isRow, type Json, type Row } from '../kernel/json.ts';
import { Refusal, unexpected } from './refusal.ts';

/** The page that nginx sends when it can't read a body's type. */
const unsupported = `<html>\r\n<head><title>415 Unsupported Media Type</title></head>\r\n<body>\r\n<center><h1>415 Unsupported Media Type</h1></center>\r\n</body>\r\n</html>\r\n`;

/** Sets the value of a form's field (`a[]`, `a[1]` or `a.b`) in the row. */
function setFormValue(row: Row, name: string, value: string): void {
  const array = /^(.+?)\[\d*\]$/.exec(name)?.[1];
  const [head = '', ...rest] = (array ?? name).split('.');
  if (rest.length > 0) {
    const old = row[head];
    const nested: Row = isRow(old) ? old : {};
    row[head] = nested;
    setFormValue(nested, rest.join('.') + (array ? '[]' : ''), value);
  } else if (array) {
    const old = row[head];
    row[head] = [...(Array.isArray(old) ? old : []), value];
  } else row[head] = value;
}

function parseMultipart(contentType: string, bytes: Buffer): Promise<Row> {
  return new Promise((resolve, reject) => {
    const row: Row = {};
    const parser = busboy({ headers: { 'content-type': contentType } });
    parser.on('field', (name, value) => setFormValue(row, name, value));
    parser.on('close', () => resolve(row));
    parser.on('error', reject);
    parser.end(bytes);
  });
}

/** A request's body. All values of a form are texts. */
export type Body = { row: Row; form: boolean };

/**
 * Reads a body as Kong does. Throws a Refusal: 415 for another type, 400 for invalid JSON, 500 for JSON that is not an
 * object.
 */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const bytes = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  const contentType = request.headers['content-type'] ?? '';
  if (/^application\/json/i.test(contentType)) {
    let value: Json;
    try {
      value = JSON.parse(bytes.toString()) as Json;
    } catch {
      throw new Refusal({ status: 400, body: { message: 'Cannot parse JSON body' } });
    }
    if (!isRow(value)) throw unexpected();
    return { row: value, form: false };
  }
  if (bytes.length === 0 && contentType === '') return { row: {}, form: false };
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    const row: Row = {};
    for (const [name, value] of new URLSearchParams(bytes.toString())) setFormValue(row, name, value);
    return { row, form: true };
  }
  if (/^multipart\/form-data/i.test(contentType)) return { row: await parseMultipart(contentType, bytes), form: true };
  throw new Refusal({ status: 415, body: unsupported, type: 'text/html; charset=UTF-8' });
}
