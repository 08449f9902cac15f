import type { RevealedSubscription } from '#domain/event-subscription/schema.ts';

/** The clients that the dialog has a configuration for. */
export const kafkaClients = ['kafkajs', 'java', 'python', 'kcat'] as const;
export type KafkaClientName = (typeof kafkaClients)[number];

/** The name under which the authorities of the brokers are downloaded, as the configurations name it. */
export const authoritiesFile = 'kafka-ca.pem';

/**
 * The first librdkafka, on which Python's client and kcat are built, whose logins with SCRAM Kafka 4 takes. Older ones
 * repeat the server's nonce wrongly, and are told that the password is wrong.
 */
const librdkafka = '2.6.1';

/** A text in JSON is one in JavaScript and in Python, too. */
const quoted = (text: string): string => JSON.stringify(text);
/** In a file of properties and in JAAS a backslash and a quote are escaped. */
const inProperties = (text: string): string => text.replaceAll('\\', '\\\\');
const inJaas = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

/** A group that the login may read as. One that begins so needs an end of one's own. */
const groupOf = ({ group }: RevealedSubscription): string | undefined =>
  group ? (group.pattern === 'literal' ? group.name : `${group.name}app`) : undefined;

const isEncrypted = ({ securityProtocol }: RevealedSubscription): boolean => securityProtocol.endsWith('SSL');
const needsFile = (revealed: RevealedSubscription): boolean => isEncrypted(revealed) && revealed.authorities !== '';

const kafkajs = (revealed: RevealedSubscription): string => {
  const { address, kafkaUserId, kafkaPassword, topicName, writes } = revealed;
  const group = groupOf(revealed);
  const brokers = address.split(',').map(quoted).join(', ');
  return [
    ...(needsFile(revealed) ? ["import { readFileSync } from 'node:fs';"] : []),
    "import { Kafka } from 'kafkajs';",
    '',
    'const kafka = new Kafka({',
    `  clientId: ${quoted(kafkaUserId)},`,
    `  brokers: [${brokers}],`,
    ...(isEncrypted(revealed)
      ? [needsFile(revealed) ? `  ssl: { ca: readFileSync('${authoritiesFile}', 'utf8') },` : '  ssl: true,']
      : []),
    `  sasl: { mechanism: 'scram-sha-512', username: ${quoted(kafkaUserId)}, password: ${quoted(kafkaPassword)} },`,
    '});',
    ...(group
      ? [
          '',
          `const consumer = kafka.consumer({ groupId: ${quoted(group)} });`,
          'await consumer.connect();',
          `await consumer.subscribe({ topic: ${quoted(topicName)}, fromBeginning: true });`,
          'await consumer.run({ eachMessage: async ({ message }) => console.log(String(message.value)) });',
        ]
      : []),
    ...(writes
      ? [
          '',
          'const producer = kafka.producer();',
          'await producer.connect();',
          `await producer.send({ topic: ${quoted(topicName)}, messages: [{ value: '{}' }] });`,
        ]
      : []),
  ].join('\n');
};

const java = (revealed: RevealedSubscription): string => {
  const { address, kafkaUserId, kafkaPassword, securityProtocol, mechanism } = revealed;
  const group = groupOf(revealed);
  const login = `org.apache.kafka.common.security.scram.ScramLoginModule required username="${inJaas(kafkaUserId)}" password="${inJaas(kafkaPassword)}";`;
  return [
    `# ${revealed.topicName}`,
    `client.id=${kafkaUserId}`,
    `bootstrap.servers=${address}`,
    `security.protocol=${securityProtocol}`,
    `sasl.mechanism=${mechanism}`,
    `sasl.jaas.config=${inProperties(login)}`,
    ...(needsFile(revealed) ? ['ssl.truststore.type=PEM', `ssl.truststore.location=${authoritiesFile}`] : []),
    ...(group ? [`group.id=${group}`] : []),
  ].join('\n');
};

const python = (revealed: RevealedSubscription): string => {
  const { address, kafkaUserId, kafkaPassword, securityProtocol, mechanism, topicName, writes } = revealed;
  const group = groupOf(revealed);
  return [
    `# Needs confluent-kafka ${librdkafka} or newer.`,
    `from confluent_kafka import ${[...(group ? ['Consumer'] : []), ...(writes ? ['Producer'] : [])].join(', ')}`,
    '',
    'login = {',
    `    "client.id": ${quoted(kafkaUserId)},`,
    `    "bootstrap.servers": ${quoted(address)},`,
    `    "security.protocol": ${quoted(securityProtocol)},`,
    `    "sasl.mechanism": ${quoted(mechanism)},`,
    `    "sasl.username": ${quoted(kafkaUserId)},`,
    `    "sasl.password": ${quoted(kafkaPassword)},`,
    ...(needsFile(revealed) ? [`    "ssl.ca.location": "${authoritiesFile}",`] : []),
    '}',
    // First, because reading does not end.
    ...(writes
      ? ['', 'producer = Producer(login)', `producer.produce(${quoted(topicName)}, b"{}")`, 'producer.flush()']
      : []),
    ...(group
      ? [
          '',
          `consumer = Consumer(login | {"group.id": ${quoted(group)}, "auto.offset.reset": "earliest"})`,
          `consumer.subscribe([${quoted(topicName)}])`,
          'while True:',
          '    message = consumer.poll(1.0)',
          '    if message and not message.error():',
          '        print(message.value())',
        ]
      : []),
  ].join('\n');
};

/** A file of settings for `kcat -F`, so that no password stands in a command, which others on the machine can see. */
const kcat = (revealed: RevealedSubscription): string => {
  const { address, kafkaUserId, kafkaPassword, securityProtocol, mechanism, topicName, writes } = revealed;
  const group = groupOf(revealed);
  return [
    `# Needs librdkafka ${librdkafka} or newer: kcat -V shows it.`,
    ...(group ? [`# kcat -F kcat.conf -X auto.offset.reset=earliest -G ${group} ${topicName}`] : []),
    ...(writes ? [`# echo '{}' | kcat -F kcat.conf -P -t ${topicName}`] : []),
    `client.id=${kafkaUserId}`,
    `bootstrap.servers=${address}`,
    `security.protocol=${securityProtocol}`,
    `sasl.mechanism=${mechanism}`,
    `sasl.username=${kafkaUserId}`,
    `sasl.password=${kafkaPassword}`,
    ...(needsFile(revealed) ? [`ssl.ca.location=${authoritiesFile}`] : []),
  ].join('\n');
};

const texts = { kafkajs, java, python, kcat } satisfies Record<
  KafkaClientName,
  (revealed: RevealedSubscription) => string
>;

/**
 * Returns the configuration of a client with the values of a login. A client calls itself by its login, so that during a rotation it
 * can be seen who still reads with the old one (workers/event-subscription/watch-old-logins.ts).
 */
export const configOf = (client: KafkaClientName, revealed: RevealedSubscription): string => texts[client](revealed);
