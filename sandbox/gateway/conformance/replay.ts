import { isRow, type Json, type Row } from '../kernel/json.ts';
import { type Random, systemRandom } from '../kernel/random.ts';
import { selfSigned } from '../tls.ts';
import { type Received, send } from './client.ts';
import { difference } from './compare.ts';
import { between, prepared, type Step } from './preparations.ts';
import type { Recording, Topic } from './recording.ts';

/** The result of one recording. `problem` says where the response differs; undefined if it matches. */
export type Result = { recording: Recording; problem: string | undefined };

type Urls = { adminUrl: string; proxyUrl: string; proxySslUrl: string };

/**
 * Returns a source of generated values that takes them from the recordings, so that ids, orders and offsets are the
 * same.
 */
export function recordedRandom(): Random & { expect(ids: string[], tokens: string[]): void } {
  let [ids, tokens]: string[][] = [[], []];
  return {
    expect(nextIds, nextTokens) {
      [ids, tokens] = [nextIds, nextTokens];
    },
    id: () => ids?.shift() ?? systemRandom.id(),
    token: () => tokens?.shift() ?? systemRandom.token(),
  };
}

/** Finds the id of every object with a name or key in the recordings, also of objects that another request created. */
function idsByName(recordings: Recording[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (value: Json | undefined): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isRow(value)) return;
    const name = value.access_token ?? value.name;
    if (typeof name === 'string' && typeof value.id === 'string') found.set(name, value.id);
    for (const item of Object.values(value)) visit(item);
  };
  for (const { answer } of recordings) visit(answer.body);
  return found;
}

const generatedFields = ['key', 'client_id', 'client_secret', 'access_token', 'refresh_token'];

function expectations(recording: Recording, ids: Map<string, string>): { ids: string[]; tokens: string[] } {
  const body = isRow(recording.answer.body) ? recording.answer.body : {};
  const sent = isRow(recording.body) ? recording.body : {};
  const config = isRow(body.config) ? body.config : {};
  const sentConfig = isRow(sent.config) ? sent.config : {};
  const tokens = generatedFields.filter((name) => !(name in sent)).map((name) => body[name]);
  if (!('provision_key' in sentConfig)) tokens.push(config.provision_key);
  const own = typeof body.id === 'string' ? body.id : ids.get(String(body.access_token));
  // A change of a certificate also creates its SNIs.
  const snis = Array.isArray(sent.snis) ? sent.snis.map((name) => ids.get(String(name))) : [];
  const all = recording.method === 'PATCH' ? snis : [own, ...snis];
  const named = decodeURIComponent(recording.path.split('/').at(-1) ?? '');
  const texts = (values: (Json | undefined)[]) =>
    values.filter((value) => typeof value === 'string' && value !== named) as string[];
  return { ids: texts(all), tokens: texts(tokens) };
}

/** Replaces each recorded certificate by a pair of our own, because the recordings hold no private keys. */
async function withOwnKeys(recordings: Recording[]): Promise<Recording[]> {
  const pair = await selfSigned('a.test');
  const other = await selfSigned('b.test');
  const change = (value: Json | undefined, key: string): void => {
    if (Array.isArray(value)) for (const item of value) change(item, key);
    if (!isRow(value)) return;
    if (String(value.cert).includes('BEGIN') && 'key' in value) value.cert = pair.cert;
    if (String(value.key).includes('removed')) value.key = key;
    for (const item of Object.values(value)) change(item, key);
  };
  for (const recording of recordings) {
    change(recording.body, recording.name.includes('mismatch') ? other.key : pair.key);
    change(recording.answer.body, pair.key);
  }
  return recordings;
}

function problemOf(recording: Recording, received: Received): string | undefined {
  const { answer } = recording;
  if (received.status !== answer.status)
    return `status: recorded ${answer.status}, received ${received.status} ${JSON.stringify(received.body)}`;
  for (const [name, value] of Object.entries(answer.headers)) {
    const found = difference({ [name]: value }, { [name]: received.headers[name.toLowerCase()] ?? null }, 'header');
    if (found) return found;
  }
  if (recording.method === 'HEAD') return undefined;
  return difference(withoutRequestId(recording, answer.body), withoutRequestId(recording, received.body));
}

/**
 * Removes the request id that one of the Admin API's many 404 responses has. It is not worth the effort to tell them
 * apart.
 */
function withoutRequestId({ listener }: Recording, body: Json | undefined): Json | undefined {
  if (listener !== 'admin' || !isRow(body)) return body;
  const { request_id: _id, ...rest } = body;
  return rest;
}

/** Sends the recorded requests of one topic in order to an empty gateway. */
export async function replay(
  topic: Topic,
  recorded: Recording[],
  urls: Urls,
  random: ReturnType<typeof recordedRandom>,
  here: (text: string) => string,
): Promise<Result[]> {
  const recordings = topic === 'certificates' ? await withOwnKeys(recorded) : recorded;
  const ids = idsByName(recordings);
  const results: Result[] = [];
  const base = { admin: urls.adminUrl, proxy: urls.proxyUrl, 'proxy-https': urls.proxySslUrl };
  const run = async (steps: Step[]) => {
    random.expect([], []);
    for (const [method, path, body] of steps) {
      const headers: Record<string, string> = body ? { 'Content-Type': 'application/json' } : {};
      const received = await send(
        base.admin,
        method,
        path,
        headers,
        body && (JSON.parse(here(JSON.stringify(body))) as Row),
      );
      if (received.status >= 300)
        throw new Error(`${method} ${path}: ${received.status} ${JSON.stringify(received.body)}`);
    }
  };
  await run(prepared(topic));
  for (const recording of recordings) {
    const listed = topic === 'plugins' ? await send(base.admin, 'GET', '/plugins') : undefined;
    const plugins = listed && isRow(listed.body) && Array.isArray(listed.body.data) ? listed.body.data : [];
    await run(between(recording, topic, plugins));
    const expected = expectations(recording, ids);
    random.expect(expected.ids, expected.tokens);
    // The token of this recording is valid for one second. The recording was made after that.
    if (recording.name.startsWith('683-')) await expired(urls, recording);
    if (recording.name.startsWith('699-')) await earlyInMinute();
    const { method, path, headers, body } = recording;
    const received = await send(base[recording.listener], method, path, headers, body);
    results.push({ recording, problem: problemOf(recording, received) });
  }
  return results;
}

/** Waits for the first part of a minute, because the calls that use up a limit must be in one minute. */
async function earlyInMinute(): Promise<void> {
  while (Date.now() % 60_000 > 55_000) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function expired(urls: Urls, { method, path, headers }: Recording): Promise<void> {
  const deadline = Date.now() + 5000;
  while (Date.now() < deadline) {
    const { status } = await send(urls.proxyUrl, method, path, headers);
    if (status === 401) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
