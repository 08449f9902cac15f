import { appendFileSync } from 'node:fs';

const hits = new Map<string, number>();

/**
 * A named place where tests kill the process, to prove that every order of crash is survived (requirement H5).
 * `CRASHPOINT=name#3` kills at the third hit; `CRASHPOINT=list` appends the name of every hit to the
 * file `CRASHPOINT_LOG`. `CRASHPOINT_SIGNAL=SIGSTOP` freezes instead of killing, until somebody sends SIGCONT. Does
 * nothing otherwise.
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
