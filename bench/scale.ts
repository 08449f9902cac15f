/**
 * How much a benchmark makes and measures.
 *
 * @property apis        in the gallery and in the log that is replayed.
 * @property deployments in the administrators' lists; at most a tenth of the APIs.
 * @property deploys     deployments that are carried out, one after the other.
 * @property road        APIs and deployments of the portal that whole calls go to, and rounds of each call.
 * @property largeTask   APIs of the organization that is deleted while others work, and seconds after which the gateway
 *   has changes in force.
 * @property posts       of telemetry.
 * @property requests    calls that the access report has.
 * @property objects     of one gateway.
 * @property topics      of one Kafka environment, with ten times as many subscriptions.
 * @property history     entries of the history.
 * @property calls       part of the usual number of calls.
 */
export type Scale = Readonly<{
  apis: number;
  deployments: number;
  deploys: number;
  road: Readonly<{ apis: number; deployments: number; rounds: number }>;
  largeTask: Readonly<{ apis: number; frequency: number }>;
  posts: number;
  requests: number;
  objects: number;
  topics: number;
  history: number;
  calls: number;
}>;

export const usual: Scale = {
  apis: 100_000,
  deployments: 10_000,
  deploys: 40,
  road: { apis: 1_000, deployments: 200, rounds: 5 },
  largeTask: { apis: 30, frequency: 5 },
  posts: 100,
  requests: 10_000_000,
  objects: 50_000,
  topics: 2_000,
  history: 10_000_000,
  calls: 1,
};

/** Shows in seconds that every benchmark runs. Its numbers say nothing. */
export const small: Scale = {
  apis: 300,
  deployments: 30,
  deploys: 2,
  road: { apis: 20, deployments: 5, rounds: 1 },
  largeTask: { apis: 2, frequency: 0.5 },
  posts: 5,
  requests: 9_000,
  objects: 500,
  topics: 40,
  history: 36_000,
  calls: 0.02,
};
