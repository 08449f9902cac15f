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

/** Marks the place of a run's value in a compiled statement. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** An expression for each value; undefined for a value that is not given. */
export type Given<Values> = {
  readonly [Name in keyof Values]:
    | Expression<Exclude<Values[Name], undefined>>
    | (undefined extends Values[Name] ? undefined : never);
};

/** A statement's function: runs it with values. */
type Runs<Values, Chosen, Row> = (db: Kysely<ReadTables>, values: Values, choices: Chosen) => Promise<Row[]>;

type Builds<Values, Chosen, Row> = (db: Kysely<ReadTables>, given: Given<Values>, choices: Chosen) => Compiles<Row>;

/** Expressions of the values themselves, for a statement that is not prepared. */
export const givenOf = <Values extends object>(values: Values): Given<Values> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, sql.val(value)]])),
  ) as Given<Values>;

/** What a statement's text depends on besides which values are given, such as the column that it sorts by. */
type Choices = Readonly<Record<string, string | boolean>>;

/** A query of the builder, or one written as text. */
type Compiles<Row> = { compile: (db: Kysely<ReadTables>) => CompiledQuery<Row> };

/** Used for compiling only. It has no connection. */
const compiler = new Kysely<ReadTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const names = new Map<string, string>();

/** Returns the name of a compiled statement; undefined for texts that `statement` did not compile. */
export const nameOf = (text: string): string | undefined => names.get(text);

/**
 * Creates a statement that is compiled once for each shape and parsed by Postgres once for each connection. The shape is
 * the set of given values and the choices.
 *
 * @param build gets an expression for each value. Its result must depend on nothing else.
 * @returns a function that runs the statement with values.
 */
export const statement = <Values extends object, Chosen extends Choices, Row>(
  build: Builds<Values, Chosen, Row>,
): Runs<Values, Chosen, Row> => {
  const shapes = new Map<string, CompiledQuery<Row>>();

  const compile = (given: readonly string[], choices: Chosen): CompiledQuery<Row> => {
    const expressions = given.map((name) => [name, sql`${new Placeholder(name)}`]);
    const compiled = build(compiler, Object.fromEntries(expressions), choices).compile(compiler);
    names.set(compiled.sql, createHash('sha256').update(compiled.sql).digest('hex').slice(0, 40));
    return compiled;
  };

  return async (db, values, choices) => {
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

/**
 * Creates a statement that Postgres plans for the values of each run. Where the best plan depends on the values, this costs
 * less than the plan for any values, which Postgres soon takes for a prepared statement.
 */
export const plannedAnew =
  <Values extends object, Chosen extends Choices, Row>(build: Builds<Values, Chosen, Row>): Runs<Values, Chosen, Row> =>
  async (db, values, choices) =>
    (await db.executeQuery<Row>(build(db, givenOf(values), choices).compile(db))).rows;
