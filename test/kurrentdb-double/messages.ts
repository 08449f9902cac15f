import { Any, featuresPb, gossipPb, sharedPb, statusPb, streamsPb } from './protocol.ts';
import type { AppendAnswer, LogRecord, Proposed } from './server-log.ts';

type Read = InstanceType<typeof streamsPb.ReadResp>;
type Fields = Readonly<{ getMetadataMap: () => { get: (name: string) => string | undefined } }>;

const identifier = (stream: string) => {
  const named = new sharedPb.StreamIdentifier();
  named.setStreamName(Buffer.from(stream).toString('base64'));
  return named;
};
const uuid = (text: string) => {
  const id = new sharedPb.UUID();
  id.setString(text);
  return id;
};
export const textOf = (named: { getStreamName_asU8: () => Uint8Array } | undefined): string =>
  Buffer.from(named?.getStreamName_asU8() ?? []).toString('utf8');

export const proposedOf = (
  message: Fields & {
    getId: () => { getString: () => string } | undefined;
    getData_asU8: () => Uint8Array;
    getCustomMetadata_asU8: () => Uint8Array;
  },
): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: Buffer.from(message.getData_asU8()),
  metadata: Buffer.from(message.getCustomMetadata_asU8()),
});

const readMessage = (fill: (message: Read) => void): Read => {
  const message = new streamsPb.ReadResp();
  fill(message);
  return message;
};

export const eventMessage = (record: LogRecord): Read => {
  const recorded = new streamsPb.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(uuid(record.id));
  recorded.setStreamIdentifier(identifier(record.stream));
  recorded.setStreamRevision(String(record.revision));
  recorded.setCommitPosition(String(record.position));
  recorded.setPreparePosition(String(record.position));
  recorded.getMetadataMap().set('type', record.type);
  recorded.getMetadataMap().set('content-type', record.contentType);
  recorded.getMetadataMap().set('created', String(BigInt(record.created) * 10_000n));
  recorded.setData(record.data);
  recorded.setCustomMetadata(record.metadata);
  const event = new streamsPb.ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(record.position));
  return readMessage((message) => message.setEvent(event));
};
export const notFoundMessage = (stream: string): Read => {
  const notFound = new streamsPb.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(identifier(stream));
  return readMessage((message) => message.setStreamNotFound(notFound));
};
export const confirmationMessage = (): Read =>
  readMessage((message) => message.setConfirmation(new streamsPb.ReadResp.SubscriptionConfirmation()));
export const caughtUpMessage = (): Read =>
  readMessage((message) => message.setCaughtUp(new streamsPb.ReadResp.CaughtUp()));
export const checkpointMessage = (position: number): Read => {
  const checkpoint = new streamsPb.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  return readMessage((message) => message.setCheckpoint(checkpoint));
};

/** Why an append failed, besides the answers of the log. */
export type Refusal = 'timeout' | 'not-ready' | 'denied';

const packed = (message: { serializeBinary: () => Uint8Array }, name: string) => {
  const any = new Any();
  any.pack(message.serializeBinary(), `event_store.client.${name}`);
  return any;
};

const detailsOf = (answer: Exclude<AppendAnswer, { kind: 'success' }> | Refusal, expected: number | undefined) => {
  if (answer === 'timeout') return packed(new sharedPb.Timeout(), 'Timeout');
  if (answer === 'denied') return packed(new sharedPb.AccessDenied(), 'AccessDenied');
  if (answer === 'not-ready') return packed(new sharedPb.Unknown(), 'Unknown');
  if (answer.kind === 'deleted') return packed(new sharedPb.StreamDeleted(), 'StreamDeleted');
  if (answer.kind === 'bad-request') return packed(new sharedPb.BadRequest(), 'BadRequest');
  if (answer.kind === 'too-large') {
    const details = new sharedPb.MaximumAppendSizeExceeded();
    details.setMaxappendsize(1_048_576);
    return packed(details, 'MaximumAppendSizeExceeded');
  }
  const details = new sharedPb.WrongExpectedVersion();
  if (answer.current >= 0) details.setCurrentStreamRevision(String(answer.current));
  if (expected !== undefined && expected >= 0) details.setExpectedStreamPosition(String(expected));
  return packed(details, 'WrongExpectedVersion');
};

export const appendedMessage = (
  correlationId: InstanceType<typeof sharedPb.UUID> | undefined,
  stream: string,
  answer: AppendAnswer | Refusal,
  expected: number | undefined,
) => {
  const message = new streamsPb.BatchAppendResp();
  message.setCorrelationId(correlationId);
  message.setStreamIdentifier(identifier(stream));
  if (typeof answer === 'object' && answer.kind === 'success') {
    const success = new streamsPb.BatchAppendResp.Success();
    const position = new sharedPb.AllStreamPosition();
    position.setCommitPosition(String(answer.position));
    position.setPreparePosition(String(answer.position));
    success.setCurrentRevision(String(answer.revision));
    success.setPosition(position);
    message.setSuccess(success);
  } else {
    const status = new statusPb.Status();
    status.setDetails(detailsOf(answer, expected));
    message.setError(status);
  }
  return message;
};

export const featuresMessage = () => {
  const method = new featuresPb.SupportedMethod();
  method.setServiceName('event_store.client.streams.streams');
  method.setMethodName('batchappend');
  const message = new featuresPb.SupportedMethods();
  message.setEventStoreServerVersion('23.10.8');
  message.addMethods(method);
  return message;
};

export type Member = Readonly<{ host: string; port: number; isLeader: boolean; isAlive: boolean }>;

export const gossipMessage = (members: readonly Member[]) => {
  const info = new gossipPb.ClusterInfo();
  for (const { host, port, isLeader, isAlive } of members) {
    const endPoint = new gossipPb.EndPoint();
    endPoint.setAddress(host);
    endPoint.setPort(port);
    const member = new gossipPb.MemberInfo();
    member.setInstanceId(uuid('00000000-0000-4000-8000-000000000000'));
    member.setTimeStamp('0');
    const { LEADER, FOLLOWER } = gossipPb.MemberInfo.VNodeState;
    member.setState(isLeader ? LEADER : FOLLOWER);
    member.setIsAlive(isAlive);
    member.setHttpEndPoint(endPoint);
    info.addMembers(member);
  }
  return info;
};
