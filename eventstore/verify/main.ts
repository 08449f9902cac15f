import { createPool } from '#platform/database.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { describeFinding } from './finding.ts';
import { verifyLog } from './verify-log.ts';

/**
 * `npm run verify-log [-- --json]`: says what in the log is not as it was appended. Exit code 0 when there is nothing, 1
 * when there is something, 2 when the log could not be looked at. With --json, one object a line, the last one
 * the summary.
 */
const json = process.argv.includes('--json');
const settings = settingsOrExit();
const pool = createPool(settings.DATABASE_URL, {
  applicationName: 'portico-verify',
  max: 1,
  // One statement compares the ends of all streams.
  statementTimeout: 30 * 60_000,
});

const progressEvery = 5_000;
let events = 0;
let findings = 0;
let told = performance.now();
const onProgress = (count: number) => {
  events = count;
  if (performance.now() - told < progressEvery) return;
  told = performance.now();
  console.error(`${events} events looked at, ${findings} wrong`);
};

try {
  for await (const finding of verifyLog(pool, onProgress)) {
    findings += 1;
    console.log(json ? JSON.stringify(finding) : describeFinding(finding));
  }
  if (json) console.log(JSON.stringify({ events, findings }));
  else
    console.log(
      findings === 0
        ? `${events} events: the log is as it was appended, as far as its own database can tell`
        : `${events} events: ${findings} streams or parts of the log are not as they were appended`,
    );
  process.exitCode = findings === 0 ? 0 : 1;
} catch (error) {
  console.error(`the log could not be looked at: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
} finally {
  await pool.end();
}
