import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { tryCall } from '#domain/try-it/calls.ts';
import { type TryItResponse, tryItLimits } from '#domain/try-it/schema.ts';
import { findConsumer } from '../consumer/queries.ts';
import { findDeployment } from '../deployment/queries.ts';
import { readSecret } from '../deployment/shared/gateway-reader.ts';
import { authorize, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { accessToken, forgetToken } from './access-token.ts';
import { callDeadline, callGateway } from './call-gateway.ts';
import { recordTry } from './record-try.ts';
import { targetBelow } from './target.ts';
import { withoutSecret } from './without-secret.ts';

type Consumer = NonNullable<Awaited<ReturnType<typeof findConsumer>>>;

/** Running calls by person. Each process counts its own calls. The gateway's own limits apply in any case. */
const underWay = new Map<number, number>();

/** @throws RefusedError `trial.too-many` (429) when too many of the person's calls are running. */
const oneOfFew = async <Result>(userId: number, work: () => Promise<Result>): Promise<Result> => {
  const count = underWay.get(userId) ?? 0;
  if (count >= tryItLimits.atOnce)
    throw new RefusedError(refuse('busy', { code: 'trial.too-many', parameters: { maximum: tryItLimits.atOnce } }));
  underWay.set(userId, count + 1);
  try {
    return await work();
  } finally {
    const left = (underWay.get(userId) ?? 1) - 1;
    if (left > 0) underWay.set(userId, left);
    else underWay.delete(userId);
  }
};

/** @property refused call it when the gateway refuses the credential. */
type Opened = Readonly<{ headers: Record<string, string>; secret: string; refused: () => void }>;

/** Returns the headers with the key, or with a token when there is no key; otherwise why there is no token. */
const open = async (
  services: Services,
  consumer: Consumer,
  tokenUrl: string | null,
  deadline: AbortSignal,
): Promise<Opened | TryItResponse> => {
  const { apiKey, oauth2 } = consumer.applied?.credentials ?? { apiKey: null, oauth2: null };
  if (apiKey) {
    const key = await readSecret(services, apiKey);
    return { headers: { apikey: key }, secret: key, refused: () => undefined };
  }
  if (!oauth2 || tokenUrl === null) throw new RefusedError(refuse('conflict', { code: 'trial.not-ready' }));
  const client = { tokenUrl, clientId: oauth2.clientId };
  const clientSecret = () => readSecret(services, oauth2.clientSecret);
  const found = await accessToken({ ...client, clientSecret }, deadline);
  if (!('token' in found)) return found;
  const { token } = found;
  return { headers: { authorization: `Bearer ${token}` }, secret: token, refused: () => forgetToken(client) };
};

export const tryItRoutes = [
  route(tryCall, {
    limit: 'try-it',
    action: 'consumer.try',
    hidden: true,
    summary: "Call the key's deployment through its gateway once, with the key filled in; the key itself is not shown",
    handle: async ({ actor, services, parameters: { id }, body }) => {
      const consumer = await findConsumer(services.db, id);
      if (!consumer) throw new RefusedError(notFound());
      authorize(actor, 'consumer.try', consumer);
      const deployment = await findDeployment(services.db, consumer.deploymentId);
      if (!deployment) throw new RefusedError(notFound());
      if (body.body !== null && ['GET', 'HEAD'].includes(body.method)) throw invalidField('body', 'trial.body-refused');
      const target = targetBelow(deployment.url, body.path);
      return await oneOfFew(actor.userId, async () => {
        const deadline = callDeadline();
        const opened = await open(services, consumer, deployment.tokenUrl, deadline);
        if ('outcome' in opened) return opened;
        const own = Object.fromEntries(body.headers.map(({ name, value }) => [name.toLowerCase(), value]));
        const headers = { 'user-agent': 'Portico', ...own, ...opened.headers };
        const sent = body.encoding && body.body !== null ? Buffer.from(body.body, body.encoding) : body.body;
        const response = await callGateway({ target, method: body.method, headers, body: sent, deadline });
        const status = response.outcome === 'answered' ? response.status : null;
        if (status === 401) opened.refused();
        await recordTry(services, actor.userId, { consumerId: id, method: body.method, path: target.pathname, status });
        return withoutSecret(response, opened.secret);
      });
    },
  }),
];
