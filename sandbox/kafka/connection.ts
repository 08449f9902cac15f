import type { Socket } from 'node:net';
import { Reader, Writer } from '@platformatic/kafka';
import { apiVersions, apiVersionsKey, authenticateKey, callOf, handshakeKey } from './calls.ts';
import { Answer, bytes, errors, type Request, text } from './protocol.ts';
import { ScramLogin } from './scram.ts';
import type { Session } from './session.ts';

const mechanism = 'SCRAM-SHA-512';
/** Bytes of one request. */
const requestLimit = 16 * 1024 * 1024;

/** Ends a connection, as Kafka does where it has no other answer. */
class Ended extends Error {}

const handshake = (request: Request): Answer => {
  const isKnown = text(request) === mechanism;
  const answer = new Answer(request).int16(isKnown ? errors.none : errors.unsupportedMechanism);
  // A list of plain texts.
  answer.int32(1).text(mechanism);
  return answer;
};

const authenticate = (session: Session, login: ScramLogin, request: Request): Answer => {
  const step = login.next(bytes(request).toString());
  if (step?.user !== undefined) session.user = step.user;
  const answer = new Answer(request).int16(step ? errors.none : errors.loginFailed);
  answer.text(
    step
      ? null
      : `Authentication failed during authentication due to invalid credentials with SASL mechanism ${mechanism}`,
  );
  answer.bytes(Buffer.from(step?.answer ?? ''));
  if (request.version >= 1) answer.int64(0n);
  return answer;
};

/** Returns an answer with its header: the number of its request, and tags where there are some. */
const framed = (correlation: number, hasTags: boolean, body: Writer): Buffer => {
  const frame = Writer.create().appendInt32(correlation);
  if (hasTags) frame.appendTaggedFields();
  return frame.appendFrom(body).prependLength().buffer;
};

const answerTo = async (session: Session, login: ScramLogin, data: Buffer): Promise<Buffer | undefined> => {
  const reader = Reader.from(data);
  const [key, version, correlation] = [reader.readInt16(), reader.readInt16(), reader.readInt32()];
  if (key === apiVersionsKey) return framed(correlation, false, apiVersions(version));
  const call = callOf(key);
  if (!call || version < call.versions[0] || version > call.versions[1])
    throw new Ended(`call ${key} in version ${version}`);
  const flexible = version >= call.flexible;
  const clientId = reader.readNullableString(false) ?? '';
  if (flexible) reader.readTaggedFields();
  const request: Request = { version, flexible, clientId, reader };
  const run = async () => {
    if (key === handshakeKey) return handshake(request);
    if (key === authenticateKey) return authenticate(session, login, request);
    if (session.user === undefined) throw new Ended('no login');
    return await call.run?.(session, request);
  };
  const answer = await run();
  return answer && framed(correlation, flexible, answer.end());
};

/**
 * Serves one connection. Requests are answered one after the other, in their order.
 *
 * @param session it is given its user when somebody has logged in.
 */
export const serveConnection = (socket: Socket, session: Session): void => {
  const login = new ScramLogin((user) => session.state.users.get(user));
  let buffered = Buffer.alloc(0);
  let before: Promise<void> = Promise.resolve();
  const handle = async (data: Buffer): Promise<void> => {
    if (socket.destroyed) return;
    try {
      const answer = await answerTo(session, login, data);
      if (answer) socket.write(answer);
    } catch (error) {
      if (!(error instanceof Ended)) console.error('A request to the sandbox broker failed:', error);
      socket.destroy();
    }
  };
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk]);
    while (buffered.length >= 4) {
      const length = buffered.readInt32BE(0);
      if (length < 0 || length > requestLimit) {
        socket.destroy();
        return;
      }
      if (buffered.length < length + 4) return;
      const data = Buffer.from(buffered.subarray(4, length + 4));
      buffered = buffered.subarray(length + 4);
      before = before.then(() => handle(data));
    }
  });
};
