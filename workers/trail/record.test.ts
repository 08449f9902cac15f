import { describe, expect, it } from 'vitest';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { allNounExamples } from '#test/examples/all-noun-examples.ts';
import { lineOf } from './line.ts';
import { entryOf, peopleOf } from './record.ts';
import { hostileTexts, sampleEntry, sampleEvent } from './sample-entries.ts';
import { framed, syslogMessage } from './syslog-message.ts';

const names = new Map([[12, 'Ada Example']]);
const saidOf = (event: RecordedEvent) => entryOf(event, names).said as Record<string, unknown>;

it('says who did what to which thing, when, from where and by which rule', () => {
  expect(saidOf(sampleEvent('Harbour'))).toEqual({
    id: expect.any(String),
    type: 'BusinessAreaAdded',
    act: 'added',
    noun: 'business-area',
    thing: '7',
    version: 1,
    time: '2026-11-30T08:00:00.123Z',
    user: { id: 12, name: 'Ada Example', organizationId: 3, roles: ['ROLE_PORTAL_ADMIN'] },
    address: '192.0.2.1',
    rule: 'business-area.save',
    correlationId: expect.any(String),
    data: { businessAreaId: 7, name: 'Harbour', description: '' },
  });
});

it('E5: says neither name nor address of who was erased, also where the event was read before', () => {
  const said = entryOf(sampleEvent('Harbour'), new Map()).said;
  expect(said).toMatchObject({ user: { id: 12, name: '' }, address: '[erased]' });
});

it('E1, E5: says no personal field of any event, no id at the identity provider, no session', () => {
  for (const { events, decider } of allNounExamples)
    for (const [type, data] of Object.entries(events)) {
      const { said } = entryOf({ ...sampleEvent(''), stream: `${decider.noun}-7`, type, data } as never, names);
      const told = (said as { data: Record<string, unknown> }).data;
      const { personal } = eventCatalogue[type as keyof typeof eventCatalogue] as {
        personal?: { fields: readonly string[] };
      };
      expect([type, Object.keys(told).filter((field) => personal?.fields.includes(field))]).toEqual([type, []]);
      expect(JSON.stringify(said)).not.toMatch(
        /"(?:session|identity|secrets|secretId|fingerprint|last4)"|subject text/,
      );
    }
});

it('E1: says the names of what a transformer writes, not the values', () => {
  const data = { to: { requestTransformer: { addHeaders: ['x-api-key:hunter2'], removeHeaders: ['cookie'] } } };
  const event = { ...sampleEvent(''), type: 'DeploymentRequested', data } as unknown as RecordedEvent;
  expect(saidOf(event).data).toEqual({
    to: { requestTransformer: { addHeaders: ['x-api-key'], removeHeaders: ['cookie'] } },
  });
});

it('names the person of a sign-in, and whose address a stranger has', () => {
  const stranger = { ...sampleEvent('').meta, actor: { userId: 0, organizationId: 0, roles: [] } };
  const event = { ...sampleEvent(''), stream: 'user-12', type: 'UserRegistered', data: { userId: 12 }, meta: stranger };
  expect(peopleOf(event as never)).toContain(12);
  expect(saidOf(event as never)).toMatchObject({ user: null, name: 'Ada Example', address: '192.0.2.1' });
});

it.each([
  ['of who is not known', 'sign-in-7', 'SignInRefused', '192.0.2.1'],
  ['of a person who was erased, at the first sign-in', 'user-13', 'UserIdentityLinked', '[erased]'],
])("E5: a stranger's address is %s", (_, stream, type, address) => {
  const meta = { ...sampleEvent('').meta, actor: { userId: 0, organizationId: 0, roles: [] } };
  const event = { ...sampleEvent(''), stream, type, data: { userId: 13 }, meta };
  // Nobody has a key too: what strangers do is encrypted with it.
  expect(entryOf(event as never, new Map([[0, '']])).said).toMatchObject({ address });
});

/** Reads a message as RFC 5424, 6, states it. */
const message =
  /^<(?<priority>\d{1,3})>1 (?<time>\S+) (?<host>[\x21-\x7e]{1,255}) (?<app>[\x21-\x7e]{1,48}) - (?<id>[\x21-\x7e]{1,32}) \[portico@32473(?<data>(?: [a-z]+="(?:[^"\\\]]|\\["\\\]])*")*)\] (?<text>.*)$/s;

describe.each(hostileTexts)('F2: %s in a text', (_, text) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in a line.
  const obeyed = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

  it('is one line with one object, which has the text or its beginning', () => {
    const line = lineOf(sampleEntry(text));
    expect(line).not.toMatch(obeyed);
    const { data } = JSON.parse(line);
    expect(data.name.length).toBeLessThanOrEqual(500);
    expect(data.name).toBe(text.slice(0, 500).replaceAll('\0', '\ufffd').toWellFormed());
  });

  it('is one well-formed message of syslog, in its frame', () => {
    const entry = sampleEntry(text);
    const address = text.slice(0, 5_000);
    const hostile = { ...entry, parameters: { ...entry.parameters, address }, type: `Type${address}` };
    const sent = syslogMessage(hostile, `host ${address}`);
    expect(sent).not.toMatch(obeyed);
    expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(8_000);
    const { text: said = '', priority } = message.exec(sent)?.groups ?? {};
    expect(priority).toBe('110');
    expect(said.startsWith('\ufeff')).toBe(/[^\0-\x7f]/.test(said));
    expect(JSON.parse(said.replace(/^\ufeff/, '')).type).toBe('BusinessAreaAdded');
    const frame = framed([sent]);
    const [, length = '', rest = ''] = /^(\d+) (.*)$/s.exec(frame.toString('latin1')) ?? [];
    expect(Number(length)).toBe(Buffer.from(rest, 'latin1').length);
  });
});

it('a message that is too long for a receiver comes without its data, and says so', () => {
  const entry = sampleEntry('Harbour');
  const long = { ...entry, said: { ...entry.said, data: 'x'.repeat(9_000) } };
  expect(JSON.parse(message.exec(syslogMessage(long, 'host'))?.groups?.text ?? '')).toMatchObject({ isCut: true });
});

it('a refusal is a warning', () => {
  expect(syslogMessage({ ...sampleEntry('a'), isRefused: true }, 'host')).toMatch(/^<108>/);
});
