import { expect, it } from 'vitest';
import { generatorProblem } from './generator-reason.ts';

const stack = (...causes: string[]) =>
  `[main] INFO o.o.codegen.DefaultGenerator - Generating\nException in thread "main" ${causes.join('\n\tat a.B.c(B.java:1)\nCaused by: ')}\n\tat d.E.f(E.java:2)\n\t... 7 more\n`;
const reasonOf = (written: string) => generatorProblem(written, false).parameters?.reason;

it('is the last cause in the output, without the packages of its classes', () => {
  const written = stack(
    "java.lang.RuntimeException: Could not generate model 'Pet'",
    'java.lang.IllegalArgumentException: Cannot find type: dog',
  );
  expect(generatorProblem(written, true)).toEqual({
    code: 'codegen.refused',
    parameters: { reason: 'IllegalArgumentException: Cannot find type: dog' },
  });
});

it('recognizes a null pointer on webhooks, and no other', () => {
  const written = stack('java.lang.NullPointerException: Cannot invoke "String.length()" because "x" is null');
  expect(generatorProblem(written, true)).toEqual({ code: 'codegen.webhooks' });
  expect(generatorProblem(written, false).code).toBe('codegen.refused');
  expect(generatorProblem(stack('java.lang.IllegalStateException: no'), true).code).toBe('codegen.refused');
});

it('recognizes a lack of memory, and gives no reason when there is none', () => {
  expect(generatorProblem(stack('java.lang.OutOfMemoryError: Java heap space'), false)).toEqual({
    code: 'codegen.out-of-memory',
  });
  expect(generatorProblem(stack('java.lang.StackOverflowError'), true)).toEqual({ code: 'codegen.circular' });
  expect(generatorProblem('', true)).toEqual({ code: 'codegen.failed' });
  expect(generatorProblem('[main] WARN something Exception-like', true)).toEqual({ code: 'codegen.failed' });
});

it('is short, one line, and shows nothing of this machine', () => {
  const long = reasonOf(stack(`java.lang.IllegalStateException: ${'why '.repeat(200)}`));
  expect(String(long).length).toBeLessThanOrEqual(200);
  expect(String(long).endsWith('…')).toBe(true);
  expect(reasonOf(stack('java.io.FileNotFoundException: /tmp/portico-code-1/openapi.json (gone)'))).toBe(
    'FileNotFoundException: … (gone)',
  );
  expect(reasonOf(stack('java.lang.IllegalStateException: a\u202eb\u0007c'))).toBe('IllegalStateException: a b c');
});
