import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { confirm } from './confirm.ts';

/** Returns a terminal with this typed text. Null: it is closed. */
const terminal = (typed: string | null) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = new PassThrough();
  if (typed === null) stdin.end();
  else stdin.write(`${typed}\n`);
  return { stdin, stderr };
};

describe('the question before a dangerous command', () => {
  test('says what will be done, and continues when the right text is typed', async () => {
    const at = terminal('12');
    await confirm('User 12 will be erased.', false, '12', at);
    at.stderr.end();
    expect(await text(at.stderr)).toContain('User 12 will be erased.\nType 12 to go on: ');
  });

  test.each(['', 'y', 'yes', '13'])('changes nothing when %j is typed instead', async (typed) => {
    await expect(confirm('User 12 will be erased.', false, '12', terminal(typed))).rejects.toThrow(
      new OperatorError('Nothing was changed.'),
    );
  });

  test('changes nothing when the terminal is closed', async () => {
    await expect(confirm('It will stop.', false, 'yes', terminal(null))).rejects.toThrow('Nothing was changed.');
  });

  test('refuses without a terminal, unless there is --yes', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: false });
    stdin.write('yes\n');
    const at = { stdin, stderr: new PassThrough() };
    await expect(confirm('It will stop.', false, 'yes', at)).rejects.toThrow('there is nobody to ask. Add --yes.');
    await confirm('It will stop.', true, 'yes', at);
  });
});
