import process from 'node:process';
import { promptly } from '#platform/database.ts';
import { readLogArguments, usageOf } from './log/arguments.ts';
import { copy } from './log/copy.ts';
import { demandSeals } from './log/demand-seals.ts';
import { doctor } from './log/doctor.ts';
import { erasePerson } from './log/erase-person.ts';
import { exportProofCommand } from './log/export-proof.ts';
import { parked } from './log/parked.ts';
import { pause } from './log/pause.ts';
import { resume } from './log/resume.ts';
import { show } from './log/show.ts';
import { tail } from './log/tail.ts';
import { trail } from './log/trail.ts';
import { verify } from './log/verify.ts';
import { runOperator } from './open-operator.ts';

const commands = {
  show,
  tail,
  verify,
  doctor,
  parked,
  resume,
  pause,
  trail,
  'demand-seals': demandSeals,
  'erase-person': erasePerson,
  copy,
  'export-proof': exportProofCommand,
};
const args = process.argv.slice(2);

// The reader closed the pipe, as in `npm run log -- tail | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** `npm run log -- <command>`: reads the event log and its subscriptions. Exit code 1: refused. 2: wrong usage. */
if (args.includes('--help')) console.log(usageOf(commands));
else
  await runOperator(
    'log',
    () => readLogArguments(args, commands),
    (operator, { command, asked }) => command.run(operator, asked),
    { pool: ({ command }) => command.pool ?? promptly, isReader: ({ command }) => command.isReader ?? false },
  );
