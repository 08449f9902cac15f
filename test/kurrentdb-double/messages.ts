import { Any, featuresPb, gossipPb, sharedPb, statusPb, streamsPb } from './protocol.ts';
import { type AppendAnswer, type LogRecord, mostBytes, type Proposed } from './server-log.ts';

type Read = InstanceType<typeof streamsPb.ReadResp>;
export type Append = InstanceType<typeof streamsPb.BatchAppendReq>;
type Placed = { setCommitPosition: (text: string) => unknown; setPreparePosition: (text: string) => unknown };

const make = <Message>(Type: new () => Message, fill: (message: Message) => void = () => undefined): Message => {
  const message = new Type();
  fill(message);
  return message;
};
const identifier = (stream: string) =>
  make(sharedPb.StreamIdentifier, (named) => named.setStreamName(Buffer.from(stream).toString('base64')));
const uuid = (text: string) => make(sharedPb.UUID, (id) => id.setString(text));
const place = (message: Placed, position: number) => {
  message.setCommitPosition(String(position));
  message.setPreparePosition(String(position));
};
export const textOf = (named: { getStreamName_asU8: () => Uint8Array } | undefined): string =>
  Buffer.from(named?.getStreamName_asU8() ?? []).toString('utf8');
export const proposedOf = (message: ReturnType<Append['getProposedMessagesList']>[number]): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: Buffer.from(message.getData_asU8()),
  metadata: Buffer.from(message.getCustomMetadata_asU8()),
});
export const eventMessage = (record: LogRecord): Read => {
  const { ReadEvent } = streamsPb.ReadResp;
  const recorded = make(ReadEvent.RecordedEvent, (message) => {
    message.setId(uuid(record.id));
    message.setStreamIdentifier(identifier(record.stream));
    message.setStreamRevision(String(record.revision));
    place(message, record.position);
    message.getMetadataMap().set('type', record.type);
    message.getMetadataMap().set('content-type', record.contentType);
    message.getMetadataMap().set('created', String(BigInt(record.created) * 10_000n));
    message.setData(record.data);
    message.setCustomMetadata(record.metadata);
  });
  const event = make(ReadEvent, (message) => {
    message.setEvent(recorded);
    message.setCommitPosition(String(record.position));
  });
  return make(streamsPb.ReadResp, (message) => message.setEvent(event));
};
export const notFoundMessage = (stream: string): Read => {
  const notFound = make(streamsPb.ReadResp.StreamNotFound, (message) =>
    message.setStreamIdentifier(identifier(stream)),
  );
  return make(streamsPb.ReadResp, (message) => message.setStreamNotFound(notFound));
};
const { SubscriptionConfirmation, CaughtUp } = streamsPb.ReadResp;
export const confirmationMessage = (): Read =>
  make(streamsPb.ReadResp, (message) => message.setConfirmation(new SubscriptionConfirmation()));
export const caughtUpMessage = (): Read => make(streamsPb.ReadResp, (message) => message.setCaughtUp(new CaughtUp()));
export const checkpointMessage = (position: number): Read => {
  const checkpoint = make(streamsPb.ReadResp.Checkpoint, (message) => place(message, position));
  return make(streamsPb.ReadResp, (message) => message.setCheckpoint(checkpoint));
};
/** Why an append failed, besides the answers of the log. */
export type Refusal = 'timeout' | 'not-ready' | 'denied';

const detailsOf = (answer: Exclude<AppendAnswer, { kind: 'success' }> | Refusal, expected: number | undefined) => {
  const packed = (message: { serializeBinary: () => Uint8Array }, name: string) =>
    make(Any, (any) => any.pack(message.serializeBinary(), `event_store.client.${name}`));
  if (answer === 'timeout') return packed(make(sharedPb.Timeout), 'Timeout');
  if (answer === 'denied') return packed(make(sharedPb.AccessDenied), 'AccessDenied');
  if (answer === 'not-ready') return packed(make(sharedPb.Unknown), 'Unknown');
  if (answer.kind === 'deleted') return packed(make(sharedPb.StreamDeleted), 'StreamDeleted');
  if (answer.kind === 'bad-request') return packed(make(sharedPb.BadRequest), 'BadRequest');
  if (answer.kind === 'too-large') {
    const details = make(sharedPb.MaximumAppendSizeExceeded, (message) => message.setMaxappendsize(mostBytes));
    return packed(details, 'MaximumAppendSizeExceeded');
  }
  const { current } = answer;
  const details = make(sharedPb.WrongExpectedVersion, (message) => {
    if (current >= 0) message.setCurrentStreamRevision(String(current));
    if (expected !== undefined && expected >= 0) message.setExpectedStreamPosition(String(expected));
  });
  return packed(details, 'WrongExpectedVersion');
};

export const appendedMessage = (
  request: Append,
  stream: string,
  answer: AppendAnswer | Refusal,
  expected: number | undefined,
) =>
  make(streamsPb.BatchAppendResp, (message) => {
    message.setCorrelationId(request.getCorrelationId());
    message.setStreamIdentifier(identifier(stream));
    if (typeof answer !== 'object' || answer.kind !== 'success') {
      message.setError(make(statusPb.Status, (status) => status.setDetails(detailsOf(answer, expected))));
      return;
    }
    const { revision, position } = answer;
    const success = make(streamsPb.BatchAppendResp.Success, (done) => {
      if (revision >= 0) done.setCurrentRevision(String(revision));
      done.setPosition(make(sharedPb.AllStreamPosition, (placed) => place(placed, position)));
    });
    message.setSuccess(success);
  });

export const featuresMessage = () => {
  const method = make(featuresPb.SupportedMethod, (message) => {
    message.setServiceName('event_store.client.streams.streams');
    message.setMethodName('batchappend');
  });
  return make(featuresPb.SupportedMethods, (message) => message.addMethods(method));
};

export type Member = Readonly<{ host: string; port: number; isLeader: boolean; isAlive: boolean }>;

export const gossipMessage = (members: readonly Member[]) =>
  make(gossipPb.ClusterInfo, (info) => {
    const { LEADER, FOLLOWER } = gossipPb.MemberInfo.VNodeState;
    for (const { host, port, isLeader, isAlive } of members) {
      const endPoint = make(gossipPb.EndPoint, (message) => {
        message.setAddress(host);
        message.setPort(port);
      });
      const member = make(gossipPb.MemberInfo, (message) => {
        message.setInstanceId(uuid('00000000-0000-4000-8000-000000000000'));
        message.setState(isLeader ? LEADER : FOLLOWER);
        message.setIsAlive(isAlive);
        message.setHttpEndPoint(endPoint);
      });
      info.addMembers(member);
    }
  });
