import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';

/** The most characters of an answer that are read. A seal of 100,000 events has some 13,000,000. */
const mostRead = 64_000_000;

/** Why stores refuse, as they name it. An answer may hold more, also who asks and with what key, so no other word of it is told. */
const told = [
  'AccessDenied',
  'AuthorizationHeaderMalformed',
  'ConditionalRequestConflict',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InternalError',
  'InvalidRequest',
  'NoSuchBucket',
  'NotImplemented',
  'OperationAborted',
  'PermanentRedirect',
  'RequestTimeTooSkewed',
  'ServiceUnavailable',
  'SignatureDoesNotMatch',
  'SlowDown',
  'TemporaryRedirect',
] as const;

const hints: Partial<Record<(typeof told)[number], string>> = {
  AuthorizationHeaderMalformed: 'is CHECKPOINT_BUCKET_REGION right?',
  PermanentRedirect: 'are CHECKPOINT_BUCKET and CHECKPOINT_BUCKET_REGION right?',
  RequestTimeTooSkewed: "this machine's clock or that of the store is wrong",
};

/**
 * A bucket and who writes to it.
 *
 * @property address the bucket, with a folder in it or without: https://store.example/bucket/folder
 */
export type BucketAccess = Readonly<{ address: string; region: string; keyId: string; secret: string }>;

/** How long another write of the same object may take, in milliseconds. */
const pause = 300;

/** An answer of a store: 2xx, or one of the states that the caller asked to see. */
export type BucketAnswer = Readonly<{ status: number; text: string }>;

const readText = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > mostRead) throw new Error('it responded with more than is read');
  }
  return text + decoder.decode();
};

/** Returns the text of the first element with a name. */
const elementIn = (xml: string, name: string): string | undefined => {
  const [, rest] = xml.split(`<${name}>`, 2);
  return rest?.split('<', 1)[0];
};

const refusal = ({ status, text }: BucketAnswer): Error => {
  const found = elementIn(text.slice(0, 10_000), 'Code');
  const code = told.find((each) => each === found);
  const hint = code && hints[code];
  return new Error(`it responded with ${status}${code ? ` ${code}` : ''}${hint ? `: ${hint}` : ''}`);
};

/**
 * Returns what calls an S3-compatible store, signed with Signature Version 4. The bucket stands in the path, as all stores
 * take it. No redirect is followed: a signature is for one host.
 */
export const createBucketCalls = ({ address, region, keyId, secret }: BucketAccess, patience: number) => {
  const base = new URL(address);
  const [bucket = '', ...folders] = base.pathname.split('/').filter((part) => part !== '');
  const folder = folders.map((part) => `${part}/`).join('');

  /** @throws Error for an answer that is neither 2xx nor among `expected`. It names no key and no secret. */
  const call = async (
    method: 'GET' | 'PUT',
    url: URL,
    {
      body = '',
      headers = {},
      expected = [],
    }: { body?: string; headers?: Record<string, string>; expected?: number[] },
  ): Promise<BucketAnswer> => {
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, body, region, service: 's3', accessKeyId: keyId, secretAccessKey: secret },
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    }).sign();
    const response = await fetch(signed.url, {
      ...{ method, headers: signed.headers, redirect: 'manual', signal: AbortSignal.timeout(patience) },
      ...(method === 'PUT' && { body }),
    });
    const answer = { status: response.status, text: await readText(response) };
    if (!response.ok && !expected.includes(response.status)) throw refusal(answer);
    return answer;
  };

  const urlOf = (name: string): URL => new URL(`/${bucket}/${folder}${name}`, base);

  return {
    /** Returns an object; undefined where there is none. */
    get: async (name: string): Promise<string | undefined> => {
      const { status, text } = await call('GET', urlOf(name), { expected: [404] });
      if (status !== 404) return text;
      if (elementIn(text.slice(0, 10_000), 'Code') === 'NoSuchBucket') throw refusal({ status, text });
      return undefined;
    },
    /**
     * Writes an object. A lock on objects wants a digest of them. Where somebody else writes it in this moment, stores ask to try again: in a moment.
     *
     * @returns the status: 412 where the object is there and `isNew` is asked for, 501 where the store does not know this question.
     */
    put: async (name: string, body: string, isNew: boolean): Promise<number> => {
      const headers = {
        'content-md5': createHash('md5').update(body).digest('base64'),
        ...(isNew && { 'if-none-match': '*' }),
      };
      const write = (others: number[]) =>
        call('PUT', urlOf(name), { body, headers, expected: [...others, ...(isNew ? [304, 412, 501] : [])] });
      const first = await write([409]);
      if (first.status === 409) await sleep(pause);
      const { status } = first.status === 409 ? await write([]) : first;
      // Older stores answer a write as if it were a read.
      return status === 304 ? 412 : status;
    },
    /** Returns the names of objects in a folder after a name, in order, up to 1000. */
    list: async (within: string, after: string, most = 1_000): Promise<readonly string[]> => {
      const url = new URL(`/${bucket}`, base);
      url.search = new URLSearchParams({
        ...{ 'list-type': '2', 'max-keys': String(most) },
        ...{ prefix: `${folder}${within}/`, 'start-after': `${folder}${after}` },
      }).toString();
      const { text } = await call('GET', url, {});
      if (!text.includes('<ListBucketResult'))
        throw new Error('it responded with something else than a list of objects');
      const names = text
        .split('<Contents>')
        .slice(1)
        .map((each) => elementIn(each, 'Key') ?? '');
      return names.flatMap((name) => (name.startsWith(folder) ? [name.slice(folder.length)] : []));
    },
  };
};
