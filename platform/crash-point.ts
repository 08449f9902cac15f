import { appendFileSync } from 'node:fs';

const hits = new Map<string, number>();

/**
 * Marks a place where tests kill the process, to prove that Portico survives a crash there (requirement H5).
 * `CRASHPOINT=name#3` kills the process when it comes here for the third time. `CRASHPOINT=list` appends the name of
 * each place to the file `CRASHPOINT_LOG`. `CRASHPOINT_SIGNAL=SIGSTOP` freezes the process instead, until somebody
 * sends SIGCONT. Without these variables it does nothing.
 */
export const crashPoint = (name: string): void => {
  const wanted = process.env.CRASHPOINT;
  if (!wanted) return;
  if (wanted === 'list') {
    const file = process.env.CRASHPOINT_LOG;
    if (file) appendFileSync(file, `${name}\n`);
    return;
  }
  const hit = (hits.get(name) ?? 0) + 1;
  hits.set(name, hit);
  if (wanted === `${name}#${hit}`)
    process.kill(process.pid, process.env.CRASHPOINT_SIGNAL === 'SIGSTOP' ? 'SIGSTOP' : 'SIGKILL');
};
