import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/**
 * What a call of the BFF is on the wire: the part that the BFF and the web app have to agree about.
 *
 * @property path       with `{id}` for a parameter.
 * @property parameters the schema of each parameter in the path.
 * @property body       of JSON.
 * @property document   the body's field with a document. A large body is parsed in a child process.
 * @property form       the multipart form of an upload: its fields and the name of its file.
 * @property response   of JSON. Without it the response is a file, text or a page.
 */
export type Call = Readonly<{
  method: 'get' | 'post' | 'put' | 'delete';
  path: `/${string}`;
  parameters?: Readonly<Record<string, Schema>>;
  query?: Schema;
  body?: Schema;
  document?: string;
  form?: Readonly<{ fields: Schema; file: string }>;
  response?: z.ZodMiniType;
}>;

/** The names in braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type FieldOf<Body> = Body extends Schema ? Extract<keyof z.output<Body>, string> : never;

/** What makes a statement of a call consistent in itself. */
type Consistent<C extends Call> = ([NamesIn<C['path']>] extends [never]
  ? { parameters?: never }
  : {
      parameters: {
        [Name in NamesIn<C['path']> | keyof C['parameters']]: Name extends NamesIn<C['path']> ? Schema : never;
      };
    }) &
  (C['method'] extends 'get' ? { body?: never; form?: never } : unknown) &
  (C extends { document: string } ? { document: FieldOf<C['body']> } : unknown);

/** States a call. The path's `{x}` and the keys of `parameters` have to be the same. */
export const call = /* @__NO_SIDE_EFFECTS__ */ <const C extends Call>(stated: C & Consistent<C>): C => stated;

/** A call of a paged list. */
export type ListCall = Call & Readonly<{ method: 'get'; query: z.core.$ZodType<{ page: number }> }>;

/** The call of all rows of a list as CSV, with the same filters and order. */
export type CsvOf<C extends ListCall> = Readonly<{ method: 'get'; path: `/${string}/download`; query: C['query'] }> &
  (C extends Readonly<{ parameters: infer P }> ? Readonly<{ parameters: P }> : unknown);

export const csvOf = <C extends ListCall>({ path, query, parameters }: C): CsvOf<C> =>
  ({ method: 'get', path: `${path}/download`, query, ...(parameters && { parameters }) }) as unknown as CsvOf<C>;

type Part<C, Name extends keyof Call> = C extends Readonly<Record<Name, infer Value>> ? Value : undefined;
type Output<S> = S extends Schema ? z.output<S> : unknown;

/** What the BFF gets of a call, validated. */
export type Given<C extends Call> = Readonly<{
  parameters: Part<C, 'parameters'> extends infer P
    ? P extends object
      ? { [Name in keyof P]: Output<P[Name]> }
      : unknown
    : never;
  query: Output<Part<C, 'query'>>;
  body: Output<Part<C, 'body'>>;
}>;

/** The response of a call as JSON. */
export type Answer<C extends Call> = C extends { response: infer R extends Schema } ? z.output<R> : never;

type Plain = string | number | boolean;
/** A value of a query goes as a text: the value that the BFF makes of it, or the text itself. */
type Sent<In, Out> =
  | Extract<Out, Plain>
  | (unknown extends In ? never : Extract<In, string>)
  | Extract<In | Out, null | undefined>;
type SentQuery<Q> = Q extends Schema
  ? { [Name in keyof z.input<Q>]: Sent<z.input<Q>[Name], Name extends keyof z.output<Q> ? z.output<Q>[Name] : never> }
  : never;

/** A member that may be left out when all of its own may be. */
type Member<Name extends string, Value> = [Value] extends [never]
  ? { readonly [N in Name]?: never }
  : Partial<Value> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** What the web app says about the address of a call. */
export type Address<C extends Call> = Member<
  'parameters',
  C extends { parameters: infer P } ? { readonly [Name in keyof P]: Output<P[Name]> } : never
> &
  Member<'query', SentQuery<Part<C, 'query'>>>;

/** The fields of a form go as texts: null as an empty one, undefined not at all. */
type SentForm<F> = F extends { fields: infer Fields extends Schema; file: infer File extends string }
  ? { readonly [Name in keyof z.input<Fields>]: Plain | null | undefined } & {
      readonly [Name in File]?: Blob | undefined;
    }
  : never;

/** What the web app sends with a call: its parameters, query, and body or form. */
export type Input<C extends Call> = Address<C> &
  (C extends { body: infer B extends Schema } ? { readonly body: z.input<B> } : { readonly body?: never }) &
  (C extends { form: infer F } ? { readonly form: SentForm<F> } : { readonly form?: never });
