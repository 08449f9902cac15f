import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

/** Stands in a compiled statement for a value that each run brings. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** An expression for each value; undefined for one that is left out. */
export type Given<Values> = {
  readonly [Name in keyof Values]:
    | Expression<Exclude<Values[Name], undefined>>
    | (undefined extends Values[Name] ? undefined : never);
};

/** Expressions of the values themselves, for a statement that is not prepared. */
export const givenOf = <Values extends object>(values: Values): Given<Values> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, sql.val(value)]])),
  ) as Given<Values>;

/** What a statement's text depends on besides which values are given, such as the column that it sorts by. */
type Choices = Readonly<Record<string, string | boolean>>;

/** A query of the builder, or one written as text. */
type Compiles<Row> = { compile: (db: Kysely<ReadTables>) => CompiledQuery<Row> };

/** Compiles only: nothing is ever run by it. */
const compiler = new Kysely<ReadTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const names = new Map<string, string>();

/** Under which name Postgres prepares a text; undefined for one that `statement` did not compile. */
export const nameOf = (text: string): string | undefined => names.get(text);

/**
 * A statement that is built and compiled once for each shape of it, and parsed by Postgres once a connection. A shape is
 * which of the values are given, and the choices.
 *
 * @param build gets an expression in place of each value. What it returns must not depend on anything else.
 * @returns runs it with values of its own.
 */
export const statement = <Values extends object, Chosen extends Choices, Row>(
  build: (db: Kysely<ReadTables>, given: Given<Values>, choices: Chosen) => Compiles<Row>,
) => {
  const shapes = new Map<string, CompiledQuery<Row>>();

  const compile = (given: readonly string[], choices: Chosen): CompiledQuery<Row> => {
    const expressions = given.map((name) => [name, sql`${new Placeholder(name)}`]);
    const compiled = build(compiler, Object.fromEntries(expressions), choices).compile(compiler);
    names.set(compiled.sql, createHash('sha256').update(compiled.sql).digest('hex').slice(0, 40));
    return compiled;
  };

  return async (db: Kysely<ReadTables>, values: Values, choices: Chosen): Promise<Row[]> => {
    const all = values as Readonly<Record<string, unknown>>;
    const given = Object.keys(all).filter((name) => all[name] !== undefined);
    const shape = JSON.stringify([given, choices]);
    let compiled = shapes.get(shape);
    if (!compiled) {
      compiled = compile(given, choices);
      shapes.set(shape, compiled);
    }
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? all[value.name] : value));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
};
