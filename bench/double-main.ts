import { startKurrentDouble } from '#test/kurrentdb-double/start.ts';

/** A server for kurrent-server.ts: prints its address. */
const { url } = await startKurrentDouble();
console.log(url);
