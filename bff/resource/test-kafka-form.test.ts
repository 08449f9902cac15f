import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestStep } from '#domain/resource/test-steps.ts';
import { withKafka } from '#kafka/kafka.ts';
import { type KnownBrokers, targetOf } from '#kafka/target-of.ts';
import { startBroker } from '#sandbox/kafka/start-broker.ts';
import { type RealKafka, startKafka } from '#test/kafka/start-kafka.ts';
import { testKafkaForm } from './test-kafka-form.ts';

const { KAFKA } = process.env;
const onReal = KAFKA === 'on' ? 'a real Kafka' : 'left out, KAFKA is not on: a real Kafka';

const anywhere = async () => undefined;
const statesIn = (steps: readonly TestStep[]) => steps.map(({ state, finding }) => `${state} ${finding}`);
const without = { mechanism: null, user: null, password: undefined };

/** A broker with logins and rights. */
type Locked = Omit<RealKafka, 'close'>;

const formOf = ({ plain, user, password }: Locked): KnownBrokers => ({
  address: plain,
  internalAddr: null,
  securityProtocol: 'SASL_PLAINTEXT',
  mechanism: 'SCRAM-SHA-512',
  user,
  password,
  authorities: [],
});

const describeLocked = (lockedNow: () => Locked) => {
  const test = (changes: Partial<KnownBrokers>, policy: (host: string) => Promise<string | undefined> = anywhere) =>
    testKafkaForm({ ...formOf(lockedNow()), ...changes }, policy);

  it('says what works, over TLS and without', async () => {
    const { tls, user, authority } = lockedNow();
    expect(await test({ address: tls, securityProtocol: 'SASL_SSL', authorities: [authority] })).toEqual([
      { finding: 'kafka', state: 'ok', parameters: { host: tls, version: '4.1', brokers: tls } },
      { finding: 'kafka-tls', state: 'ok', parameters: {} },
      { finding: 'kafka-password', state: 'ok', parameters: { user } },
      { finding: 'kafka-rights', state: 'ok', parameters: {} },
    ]);
    expect(statesIn(await test({}))).toEqual(['ok kafka', 'note kafka-plain', 'ok kafka-password', 'ok kafka-rights']);
  });

  it('takes the address of its own where there is one', async () => {
    const steps = await test({ address: '127.0.0.1:1', internalAddr: lockedNow().plain });
    expect(statesIn(steps)).toContain('ok kafka-rights');
  });

  it('says of a broker that nobody reaches where it says to be', async () => {
    const { plain } = lockedNow();
    const address = plain.replace('127.0.0.1', 'localhost');
    const steps = await test({ address }, async (host) =>
      host === 'localhost' ? undefined : 'resource.address-refused',
    );
    expect(steps).toContainEqual({
      finding: 'kafka.broker-elsewhere',
      state: 'failed',
      parameters: { broker: plain, reason: 'place-refused' },
    });
  });

  it('says of a user without rights what to do', async () => {
    const { user, password } = { user: 'nobody-special', password: 'of-nobody-special' };
    await withKafka(targetOf(formOf(lockedNow())), anywhere, (kafka) => kafka.upsertUser(user, password));
    await expect
      .poll(async () => (await test({ user, password })).at(-1), { timeout: 20_000 })
      .toEqual({ finding: 'kafka.may-not-administer', state: 'failed', parameters: { user } });
  });

  it.each<[string, (locked: Locked) => Partial<KnownBrokers>, string]>([
    ['nobody there', () => ({ address: '127.0.0.1:1' }), 'kafka.unreachable'],
    ['a wrong password', () => ({ password: 'wrong' }), 'kafka.login-refused'],
    ['another mechanism', () => ({ mechanism: 'PLAIN' }), 'kafka.mechanism-refused'],
    ['no login where one is needed', () => ({ ...without, securityProtocol: 'PLAINTEXT' }), 'kafka.login-needed'],
    ['TLS where none is', () => ({ securityProtocol: 'SASL_SSL' }), 'kafka.no-tls'],
    ['no TLS where it is needed', ({ tls }) => ({ address: tls }), 'kafka.tls-needed'],
    ['a certificate of nobody', ({ tls }) => ({ address: tls, securityProtocol: 'SASL_SSL' }), 'kafka.untrusted'],
  ])('says what is wrong: %s', async (_what, changes, code) => {
    expect(statesIn(await test(changes(lockedNow())))).toEqual([`failed ${code}`]);
  });
};

describe('the broker of the sandbox', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let folder: string;
  const admin = { user: 'admin', password: 'of-this-suite' };
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'portico-kafka-form-'));
    broker = await startBroker({ folder, admin });
  });
  afterAll(async () => {
    await broker.close();
    await rm(folder, { recursive: true });
  });
  describeLocked(() => ({ ...broker, ...admin }));
});

describe.skipIf(KAFKA !== 'on')(onReal, () => {
  let locked: RealKafka;
  let open: RealKafka;
  beforeAll(async () => {
    [locked, open] = await Promise.all([startKafka(), startKafka({ asks: false })]);
  });
  afterAll(() => Promise.all([locked?.close(), open?.close()]));
  describeLocked(() => locked);

  it('without rights, where everybody may do everything', async () => {
    const form = { ...formOf(open), ...without, securityProtocol: 'PLAINTEXT' } as const;
    expect(statesIn(await testKafkaForm(form, anywhere))).toEqual([
      'ok kafka',
      'note kafka-plain',
      'note kafka-open',
      'failed kafka.acls-off',
    ]);
    expect(statesIn(await testKafkaForm({ ...formOf(locked), address: open.plain }, anywhere))).toEqual([
      'failed kafka.no-login',
    ]);
  });
});
