import { errors, Pool } from 'undici';
import { noting } from '#platform/calls-made.ts';
import { codeOf } from '#platform/error-code.ts';
import { inCall } from '#platform/spans/span.ts';
import {
  collectionOf,
  type EntityKind,
  type EntityReference,
  type FoundEntity,
  foundEntity,
  isKongObject,
  type KongObject,
  pathOf,
} from './entity.ts';
import { filledFrom } from './field-of.ts';
import { failureOf, GatewayError, noResponse, unexpectedResponse } from './gateway-failure.ts';
import { once, type Repeats, repeated } from './repeat.ts';
import { pathToTell, saidBy } from './told-of-call.ts';
import { trusted } from './trusted.ts';

/**
 * @property adminUrl        the Admin API, with or without a path.
 * @property token           is sent as `Kong-Admin-Token`.
 * @property authorities     certificates (PEM) that are trusted besides those of this machine.
 * @property timeout         milliseconds for a whole exchange. Default 5 s.
 * @property maxResponseSize the most bytes of a response. Default 4 MiB.
 * @property repeats         how a call is repeated that failed in passing. Each call may be: it reads, replaces or removes
 *   what is under one id. Default: not at all.
 * @property beforeRepeat    is called before a write is repeated, and refuses it by throwing.
 */
export type KongClientOptions = Readonly<{
  adminUrl: string;
  token?: string | undefined;
  authorities?: readonly string[] | undefined;
  timeout?: number;
  maxResponseSize?: number;
  repeats?: Repeats;
  beforeRepeat?: () => Promise<void>;
}>;

/**
 * Reads and writes Kong's entities through the Admin API. All functions throw only `GatewayError`, and what
 * `beforeRepeat` throws.
 */
export type KongClient = Readonly<{
  /** Returns an entity; undefined when it does not exist. */
  get: (entity: EntityReference) => Promise<FoundEntity | undefined>;
  /**
   * Creates or replaces an entity. Fields that the body omits get Kong's defaults. Returns the entity as Kong stored
   * it.
   */
  put: (entity: EntityReference, body: KongObject) => Promise<FoundEntity>;
  /**
   * Creates an entity that can't be put before it is there: a target. The body has its id. One that another try has made is
   * returned.
   */
  create: (entity: EntityReference, body: KongObject) => Promise<FoundEntity>;
  /** Removes an entity. To remove an absent one is no error. */
  remove: (entity: EntityReference) => Promise<'removed' | 'absent'>;
  /** Returns all entities of a kind that have every one of the tags; without tags all of the kind. */
  list: (kind: EntityKind, tags: readonly string[]) => Promise<FoundEntity[]>;
  /**
   * Calls `take` with all objects of a list, a page at a time and as the gateway gives them. A list that the gateway does not have
   * is empty.
   */
  pages: (path: string, take: (objects: readonly KongObject[]) => Promise<void>) => Promise<void>;
  /** Returns what the gateway gives at a path, such as a schema; undefined when it has no such thing. */
  read: (path: string) => Promise<KongObject | undefined>;
  /** Returns the routes that use a service. */
  routesTo: (serviceId: string) => Promise<FoundEntity[]>;
  /** Returns what a node tells about itself (`GET /`), and its clock. */
  information: () => Promise<Readonly<{ body: KongObject; time: number | undefined }>>;
  close: () => Promise<void>;
}>;

/** The part that only reads. */
export type KongReader = Pick<KongClient, 'get' | 'list' | 'pages' | 'read' | 'routesTo' | 'information'>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type AdminResponse = Readonly<{
  status: number;
  body: unknown;
  retryAfter: string | undefined;
  date: string | undefined;
}>;

/** No gateway has so many pages: above this number the list never ends. */
const pageLimit = 5_000;
const emptyPageLimit = 20;
/**
 * Objects of a page: Kong's own limit for a list that somebody waits for, and fewer where a gateway is read whole, because a worker
 * of Kong serves nobody else while it writes a page. When one is larger than `maxAnswerSize`, the client asks for smaller ones.
 */
const pageSizes = { listed: 1000, whole: 200 } as const;

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

const parse = (text: string, status: number): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // An error status needs no JSON. A success that is not JSON did not come from Kong.
    if (status >= 300) return undefined;
    throw new GatewayError(unexpectedResponse(status));
  }
};

/** Returns whether an error happened before the first byte was sent, so that nothing can have changed. */
export const neverSent = (error: unknown): boolean =>
  error instanceof errors.ConnectTimeoutError ||
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(
    codeOf(error),
  );

/**
 * Returns whether Kong says that it does not have something. A proxy in between that knows no such page says 404 too, and
 * then nothing is known.
 */
const isAbsence = ({ status, body }: AdminResponse): boolean =>
  status === 404 && isKongObject(body) && typeof body.message === 'string';

/** Thrown when a response is larger than the client accepts. */
class ResponseTooLargeError extends GatewayError {
  override name = 'ResponseTooLargeError';
}

/** Thrown when a response ended before it was complete. */
class ResponseCutError extends GatewayError {
  override name = 'ResponseCutError';
}

const codeOfFailure = (error: unknown): string | undefined =>
  error instanceof GatewayError ? error.failure.problem.code : undefined;

/** Returns whether the same call may succeed in a moment. A gateway that says when to come back is not asked before. */
const isPassing = (error: unknown): boolean => {
  if (!(error instanceof GatewayError)) return false;
  const { problem, retryAfterSeconds } = error.failure;
  if (retryAfterSeconds !== undefined) return false;
  return error instanceof ResponseCutError || ['gateway.busy', 'gateway.unreachable'].includes(problem.code);
};

/** Returns whether a write that failed may have taken effect all the same. */
const mayBeDone = (error: unknown): boolean =>
  error instanceof GatewayError &&
  (error.failure.class === 'unknown-outcome' || error.failure.problem.code === 'gateway.busy');

/** Returns a client with its own connections, so that a slow gateway delays only its own calls (requirement J7). */
export const createKongClient = ({
  adminUrl,
  token,
  authorities,
  timeout = 5_000,
  maxResponseSize = 4 * 1024 * 1024,
  repeats = once,
  beforeRepeat = async () => undefined,
}: KongClientOptions): KongClient => {
  const base = new URL(adminUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const pool = new Pool(base.origin, {
    connections: 4,
    connectTimeout: Math.min(timeout, 3_000),
    connect: trusted(authorities),
    maxResponseSize: maxResponseSize,
  });
  const headers = { accept: 'application/json', ...(token ? { 'kong-admin-token': token } : {}) };

  const call = async (method: Method, path: string, body?: KongObject): Promise<AdminResponse> => {
    let status = 0;
    try {
      const response = await pool.request({
        method,
        path: `${prefix}${path}`,
        headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
        body: body ? JSON.stringify(body) : null,
        // undici restarts its own timeouts with each chunk. This one is for the whole exchange.
        signal: AbortSignal.timeout(timeout),
      });
      status = response.statusCode;
      const text = await response.body.text();
      const { headers: answered } = response;
      return {
        status,
        body: parse(text, status),
        retryAfter: single(answered['retry-after']),
        date: single(answered.date),
      };
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      const isTooLarge = error instanceof errors.ResponseExceededMaxSizeError;
      if (method === 'GET' && isTooLarge) throw new ResponseTooLargeError(unexpectedResponse(status));
      if (status === 0) throw new GatewayError(noResponse(method !== 'GET' && !neverSent(error)));
      const failure = unexpectedResponse(status);
      const Cut = isTooLarge ? GatewayError : ResponseCutError;
      throw new Cut(method === 'GET' ? failure : { ...failure, class: 'unknown-outcome' });
    }
  };

  const exchange = (method: Method, path: string, body?: KongObject): Promise<AdminResponse> => {
    // Which list it is about. What follows has ids, which may be secrets of whoever runs the gateway, and a query.
    const object = path.split(/[/?]/)[1] || 'node';
    const attributes = { 'http.request.method': method, 'portico.object': object };
    return inCall(`gateway ${method} ${object}`, attributes, async (say) => {
      const response = await noting(
        `${method} ${pathToTell(path)}`,
        () => call(method, path, body),
        codeOfFailure,
        (answer) => ({
          status: answer.status,
          said: answer.status >= 400 && !isAbsence(answer) ? saidBy(answer.body) : undefined,
        }),
      ).catch((error: unknown) => {
        if (error instanceof GatewayError) say({ 'portico.result': error.failure.problem.code });
        throw error;
      });
      say({ 'http.response.status_code': response.status }, response.status >= 400 && !isAbsence(response));
      return response;
    });
  };

  const read = <Result>(call: () => Promise<Result>): Promise<Result> =>
    repeated(repeats, call, isPassing, async () => undefined);
  const write = <Result>(call: () => Promise<Result>): Promise<Result> =>
    repeated(repeats, call, isPassing, beforeRepeat);

  const readFrom = (path: string, kind: EntityKind | undefined, mayBeAbsent = false) =>
    read(async () => {
      const response = await exchange('GET', path);
      if (response.status !== 200 && !(mayBeAbsent && isAbsence(response)))
        throw new GatewayError(failureOf(response, kind));
      return response;
    });

  const entityIn = (kind: EntityKind, { status, body }: Pick<AdminResponse, 'status' | 'body'>): FoundEntity => {
    const entity = isKongObject(body) ? foundEntity(kind, body) : undefined;
    if (!entity) throw new GatewayError(unexpectedResponse(status));
    return entity;
  };

  const pageIn = ({ status, body }: AdminResponse): { data: readonly unknown[]; offset: string | undefined } => {
    if (!isKongObject(body) || !Array.isArray(body.data)) throw new GatewayError(unexpectedResponse(status));
    // `next` is an address that the gateway chooses, so the client must not call it. `offset` is only a value.
    const offset = body.next && typeof body.offset === 'string' ? body.offset : undefined;
    return { data: body.data, offset };
  };

  const pages = async (
    path: string,
    { filter = {}, size: wanted }: Readonly<{ filter?: Record<string, string>; size: number }>,
    take: (objects: readonly KongObject[]) => Promise<void>,
  ): Promise<void> => {
    let size = wanted;
    const readPage = async (offset: string | undefined): Promise<AdminResponse> => {
      const query = new URLSearchParams({ size: String(size), ...filter, ...(offset ? { offset } : {}) });
      // A missing service has no routes.
      return readFrom(`${path}?${query}`, undefined, true).catch((error: unknown) => {
        if (!(error instanceof ResponseTooLargeError) || size === 1) throw error;
        size = Math.ceil(size / 10);
        return readPage(offset);
      });
    };
    let emptyPages = 0;
    let coming = readPage(undefined);
    for (let page = 0; page < pageLimit; page += 1) {
      const response = await coming;
      if (response.status === 404) return;
      const { data, offset: next } = pageIn(response);
      if (data.length === 0) emptyPages += 1;
      if (emptyPages > emptyPageLimit || !data.every(isKongObject)) throw new GatewayError(unexpectedResponse(200));
      if (next) {
        // The gateway makes the next page while this one is taken. When that fails, nobody asks what became of the next.
        coming = readPage(next);
        coming.catch(() => undefined);
      }
      await take(data);
      if (!next) return;
    }
    throw new GatewayError(unexpectedResponse(200));
  };

  const listed = async (path: string, kind: EntityKind, filter: Record<string, string>): Promise<FoundEntity[]> => {
    const found: FoundEntity[] = [];
    await pages(path, { filter, size: pageSizes.listed }, async (objects) => {
      for (const body of objects) found.push(entityIn(kind, { status: 200, body }));
    });
    return found;
  };

  return {
    get: async (entity) => {
      const response = await readFrom(pathOf(entity), entity.kind, true);
      return response.status === 404 ? undefined : entityIn(entity.kind, response);
    },
    put: (entity, body) =>
      write(async () => {
        const response = await exchange('PUT', pathOf(entity), body);
        if (response.status !== 200 && response.status !== 201)
          throw new GatewayError(failureOf(response, entity.kind, filledFrom(body)));
        return entityIn(entity.kind, response);
      }),
    create: (entity, body) => {
      // One whose response was lost is there when it is repeated.
      let isDoubtful = false;
      return write(async () => {
        try {
          const response = await exchange('POST', pathOf(entity).replace(/\/[^/]*$/, ''), { ...body, id: entity.id });
          if (response.status === 201) return entityIn(entity.kind, response);
          const there =
            response.status === 409 && isDoubtful ? await readFrom(pathOf(entity), entity.kind, true) : undefined;
          if (there?.status === 200) return entityIn(entity.kind, there);
          throw new GatewayError(failureOf(response, entity.kind, filledFrom(body)));
        } catch (error) {
          isDoubtful ||= mayBeDone(error);
          throw error;
        }
      });
    },
    remove: (entity) => {
      // A removal whose response was lost finds nothing when it is repeated.
      let isDoubtful = false;
      return write(async () => {
        try {
          const response = await exchange('DELETE', pathOf(entity));
          if (isAbsence(response)) return isDoubtful ? 'removed' : 'absent';
          // Kong says 204. Anything else with a success did not come from it, and the credential may still work.
          if (response.status !== 204) throw new GatewayError(failureOf(response, entity.kind));
          return 'removed';
        } catch (error) {
          isDoubtful ||= mayBeDone(error);
          throw error;
        }
      });
    },
    list: (kind, tags) => listed(collectionOf(kind), kind, tags.length > 0 ? { tags: tags.join(',') } : {}),
    pages: (path, take) => pages(path, { size: pageSizes.whole }, take),
    read: async (path) => {
      const { status, body } = await readFrom(path, undefined, true);
      if (status === 404) return undefined;
      if (!isKongObject(body)) throw new GatewayError(unexpectedResponse(status));
      return body;
    },
    routesTo: (serviceId) => listed(`/services/${serviceId}/routes`, 'route', {}),
    information: async () => {
      const response = await readFrom('/', undefined);
      if (!isKongObject(response.body)) throw new GatewayError(unexpectedResponse(response.status));
      const time = Date.parse(response.date ?? '');
      return { body: response.body, time: Number.isNaN(time) ? undefined : time };
    },
    close: () => pool.destroy(),
  };
};
