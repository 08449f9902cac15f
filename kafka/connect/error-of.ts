import { cutText } from '#platform/cut-text.ts';
import { codeOf } from '#platform/error-code.ts';
import { KafkaError, type KafkaFailureCode } from '../failure.ts';
import { type BrokerPlace, type KafkaTarget, placeText } from '../target.ts';

/** Characters of a sentence that a broker says. */
const sentenceLimit = 300;

/** An error of the client: those that caused it, and those that it collects. Its `apiId` is the name of an error of the protocol. */
type ClientError = Error &
  Readonly<{ apiId?: string; serverErrorMessage?: string | null; errors?: readonly unknown[] }>;

/** Returns an error with all that it comes from, the innermost last. */
const chainOf = (error: unknown, depth = 0): ClientError[] => {
  if (!(error instanceof Error) || depth > 8) return [];
  const { errors = [], cause } = error as ClientError;
  return [error as ClientError, ...[cause, ...errors].flatMap((each) => chainOf(each, depth + 1))];
};

/** Errors of the protocol (its guide, "Error codes") that have a code of their own. */
const codes: Readonly<Record<string, KafkaFailureCode>> = {
  SASL_AUTHENTICATION_FAILED: 'kafka.login-refused',
  UNSUPPORTED_SASL_MECHANISM: 'kafka.mechanism-refused',
  ILLEGAL_SASL_STATE: 'kafka.no-login',
  TOPIC_AUTHORIZATION_FAILED: 'kafka.not-allowed',
  GROUP_AUTHORIZATION_FAILED: 'kafka.not-allowed',
  CLUSTER_AUTHORIZATION_FAILED: 'kafka.not-allowed',
  DELEGATION_TOKEN_AUTHORIZATION_FAILED: 'kafka.not-allowed',
  SECURITY_DISABLED: 'kafka.acls-off',
  UNKNOWN_TOPIC_OR_PARTITION: 'kafka.unknown-topic',
  UNKNOWN_TOPIC_ID: 'kafka.unknown-topic',
  TOPIC_ALREADY_EXISTS: 'kafka.topic-taken',
  RESOURCE_NOT_FOUND: 'kafka.unknown-user',
  INVALID_CONFIG: 'kafka.config-invalid',
  INVALID_TOPIC_EXCEPTION: 'kafka.refused',
  INVALID_PARTITIONS: 'kafka.refused',
  INVALID_REPLICATION_FACTOR: 'kafka.refused',
  INVALID_REQUEST: 'kafka.refused',
  POLICY_VIOLATION: 'kafka.refused',
  MESSAGE_TOO_LARGE: 'kafka.refused',
  RECORD_LIST_TOO_LARGE: 'kafka.refused',
  UNACCEPTABLE_CREDENTIAL: 'kafka.refused',
  KAFKA_STORAGE_ERROR: 'kafka.disk-failed',
  UNSUPPORTED_VERSION: 'kafka.too-old',
  REQUEST_TIMED_OUT: 'kafka.no-answer',
  COORDINATOR_NOT_AVAILABLE: 'kafka.busy',
  COORDINATOR_LOAD_IN_PROGRESS: 'kafka.busy',
  NOT_COORDINATOR: 'kafka.busy',
  NOT_CONTROLLER: 'kafka.busy',
  LEADER_NOT_AVAILABLE: 'kafka.busy',
  NOT_LEADER_OR_FOLLOWER: 'kafka.busy',
  THROTTLING_QUOTA_EXCEEDED: 'kafka.busy',
};

/** `Invalid value abc for configuration retention.ms: ...`, `Unknown topic config name: nope`. */
const keyIn = (sentence: string): string =>
  /\bconfiguration ([a-z][a-z0-9.]{0,99}[a-z0-9])/.exec(sentence)?.[1] ??
  /config name: (\S{1,100})/.exec(sentence)?.[1] ??
  '';

/** Codes of OpenSSL for a certificate that is not trusted, or is somebody else's. */
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_TLS_CERT/;
/** What OpenSSL says of a peer that does not speak TLS. */
const noTls =
  /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|secure TLS connection was established|TLS handshake failed|wrong version number/;
const noAnswer = /timed out/i;
/** Errors of sockets and of names. */
const unreachable = /^(ECONN|EHOST|ENET|EPIPE|ENOTFOUND|EAI_|EADDR|ETIMEDOUT)/;

const ofConnection = (chain: readonly ClientError[], host: string): KafkaError => {
  const codesOf = chain.map(codeOf);
  const texts = chain.map(({ message }) => message);
  const seen = [...codesOf, ...texts];
  const cause = codesOf.find((code) => untrusted.test(code));
  if (cause) return new KafkaError('kafka.untrusted', { host, reason: cause });
  if (texts.includes('Broker requires TLS.')) return new KafkaError('kafka.tls-needed', { host });
  if (seen.some((each) => noTls.test(each))) return new KafkaError('kafka.no-tls', { host });
  const reason = codesOf.find((code) => unreachable.test(code));
  if (reason) return new KafkaError('kafka.unreachable', { host, reason });
  if (texts.some((text) => noAnswer.test(text))) return new KafkaError('kafka.no-answer', { host });
  if (texts.some((text) => text.includes('onnection closed')))
    return new KafkaError('kafka.unreachable', { host, reason: 'closed' });
  if (
    codesOf.some((code) => /CORRELATION|OUT_OF_BOUNDS|ERR_BUFFER|ERR_OUT_OF_RANGE/.test(code)) ||
    chain.some((each) => each instanceof RangeError)
  )
    return new KafkaError('kafka.no-kafka', { host });
  return new KafkaError('kafka.failed', { host, reason: cutText(texts.at(-1) ?? '', sentenceLimit) });
};

/** Returns the failure that an error of the client is. */
export const errorOf = (error: unknown, target: KafkaTarget, place: BrokerPlace): KafkaError => {
  if (error instanceof KafkaError) return error;
  const chain = chainOf(error);
  const host = placeText(place);
  // One that a call was not tried because of another says nothing.
  const told = chain.find(({ apiId }) => apiId !== undefined && apiId !== 'OPERATION_NOT_ATTEMPTED');
  if (!told?.apiId) return ofConnection(chain, host);
  const code = codes[told.apiId] ?? 'kafka.failed';
  const reason = cutText(told.serverErrorMessage || told.message, sentenceLimit);
  const { user = '', mechanism = '' } = target.login ?? {};
  return new KafkaError(code, { host, user, mechanism, reason, error: told.apiId, key: keyIn(reason) });
};
