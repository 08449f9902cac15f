import { Answer, errors, list, Refusal, type Request } from '../protocol.ts';
import { clusterName, fits, isSame, type Right, type RightFilter } from '../rights.ts';
import { clusterId, demandCluster, may, nodeId, Operations, outcomeOf, type Session } from '../session.ts';

const readFilter = ({ reader }: Request): RightFilter => ({
  resourceType: reader.readInt8(),
  resourceName: reader.readNullableString(),
  patternType: reader.readInt8(),
  principal: reader.readNullableString(),
  host: reader.readNullableString(),
  operation: reader.readInt8(),
  permission: reader.readInt8(),
});

const writeTarget = (answer: Answer, { resourceType, resourceName, patternType }: Right) =>
  answer.int8(resourceType).text(resourceName).int8(patternType);
const writeRight = (answer: Answer, { principal, host, operation, permission }: Right) =>
  answer.text(principal).text(host).int8(operation).int8(permission);

const check = ({ resourceName, principal }: Right): void => {
  if (resourceName === '') throw new Refusal(errors.invalidRequest, 'Resource name should not be empty');
  if (!/^\w+:./.test(principal))
    throw new Refusal(errors.invalidRequest, `Could not parse principal from \`${principal}\``);
};

export const createAcls = (session: Session, request: Request): Answer => {
  const wanted = list(request, () => readFilter(request) as Right);
  const { state } = session;
  const answer = new Answer(request).int32(0).list(wanted, (each, right) => {
    const { code, sentence } = outcomeOf(() => {
      demandCluster(session, Operations.ALTER);
      check(right);
      if (!state.rights.some((other) => isSame(other, right))) state.rights.push(right);
    });
    each.int16(code).text(sentence);
  });
  state.save();
  return answer;
};

export const describeAcls = (session: Session, request: Request): Answer => {
  const filter = readFilter(request);
  const { code, sentence } = outcomeOf(() => demandCluster(session, Operations.DESCRIBE));
  const found = code === errors.none ? session.state.rights.filter((right) => fits(right, filter)) : [];
  return new Answer(request)
    .int32(0)
    .int16(code)
    .text(sentence)
    .list(found, (each, right) => writeTarget(each, right).list([right], writeRight));
};

export const deleteAcls = (session: Session, request: Request): Answer => {
  const filters = list(request, () => readFilter(request));
  const { state } = session;
  const answer = new Answer(request).int32(0).list(filters, (each, filter) => {
    let gone: Right[] = [];
    const { code, sentence } = outcomeOf(() => {
      demandCluster(session, Operations.ALTER);
      gone = state.rights.filter((right) => fits(right, filter));
      state.rights = state.rights.filter((right) => !gone.includes(right));
    });
    each
      .int16(code)
      .text(sentence)
      .list(gone, (one, right) => {
        one.int16(errors.none).text(null);
        writeRight(writeTarget(one, right), right);
      });
  });
  state.save();
  return answer;
};

const sha512 = 2;
const leastIterations = 4096;

export const alterUsers = (session: Session, request: Request): Answer => {
  const { reader } = request;
  const { state } = session;
  const removed = list(request, () => ({ name: reader.readString(), mechanism: reader.readInt8() }));
  const made = list(request, () => ({
    name: reader.readString(),
    mechanism: reader.readInt8(),
    iterations: reader.readInt32(),
    salt: reader.readBytes().toString('base64'),
    saltedPassword: reader.readBytes().toString('base64'),
  }));
  const change = (name: string, mechanism: number, run: () => void) => ({
    name,
    ...outcomeOf(() => {
      demandCluster(session, Operations.ALTER);
      if (name === '') throw new Refusal(errors.unacceptableCredential, 'Username must not be empty');
      if (mechanism !== sha512) throw new Refusal(errors.unsupportedMechanism, 'The sandbox knows SCRAM-SHA-512 only.');
      run();
    }),
  });
  const results = [
    ...removed.map(({ name, mechanism }) =>
      change(name, mechanism, () => {
        if (!state.users.delete(name))
          throw new Refusal(errors.resourceNotFound, 'Attempt to delete a user credential that does not exist');
      }),
    ),
    ...made.map(({ name, mechanism, ...credential }) =>
      change(name, mechanism, () => {
        if (credential.iterations < leastIterations)
          throw new Refusal(errors.unacceptableCredential, 'Too few iterations');
        state.users.set(name, credential);
      }),
    ),
  ];
  state.save();
  return new Answer(request)
    .int32(0)
    .list(results, (each, { name, code, sentence }) => each.text(name).int16(code).text(sentence));
};

export const describeUsers = (session: Session, request: Request): Answer => {
  const { state } = session;
  const asked = request.reader.readNullableArray((reader) => reader.readString());
  const { code, sentence } = outcomeOf(() => demandCluster(session, Operations.DESCRIBE));
  const names = code === errors.none ? (asked ?? [...state.users.keys()]) : [];
  return new Answer(request)
    .int32(0)
    .int16(code)
    .text(sentence)
    .list(names, (each, name) => {
      const credential = state.users.get(name);
      each.text(name).int16(credential ? errors.none : errors.resourceNotFound);
      each.text(credential ? null : `Attempt to describe a user credential that does not exist: ${name}`);
      each.list(credential ? [credential] : [], (info, { iterations }) => info.int8(sha512).int32(iterations));
    });
};

export const describeCluster = (session: Session, request: Request): Answer => {
  const { host, port } = session;
  const { CREATE, ALTER, DESCRIBE, CLUSTER_ACTION, DESCRIBE_CONFIGS, ALTER_CONFIGS, IDEMPOTENT_WRITE } = Operations;
  const bits = [CREATE, ALTER, DESCRIBE, CLUSTER_ACTION, DESCRIBE_CONFIGS, ALTER_CONFIGS, IDEMPOTENT_WRITE]
    .filter((operation) => may(session, 'cluster', clusterName, operation))
    .reduce((sum, operation) => sum | (1 << operation), 0);
  return new Answer(request)
    .int32(0)
    .int16(errors.none)
    .text(null)
    .text(clusterId)
    .int32(nodeId)
    .list([nodeId], (each) => each.int32(nodeId).text(host).int32(port).text('sandbox'))
    .int32(bits);
};
