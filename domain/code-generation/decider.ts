import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type { CodeGeneration, CodeGenerationCommand, CodeGenerationEvent } from './code-generation.ts';

const decide = (command: CodeGenerationCommand, state: CodeGeneration): Decision<CodeGenerationEvent> => {
  if (command.type === 'RequestCode') {
    return state.status === 'none'
      ? [{ type: 'CodeGenerationRequested', data: command.data }]
      : refuse('conflict', { code: 'operation.ended' });
  }
  if (state.status === 'none') return notFound();
  // A replay makes the archive again. The newest is kept.
  return [{ type: 'CodeGenerated', data: command.data }];
};

const evolve = (state: CodeGeneration, event: CodeGenerationEvent): CodeGeneration => {
  if (event.type === 'CodeGenerationRequested') return { status: 'requested', request: event.data };
  return state.status === 'none' ? state : { ...state, status: 'generated' };
};

/** One generation of code. The stream has the operation's id. */
export const codeGenerationDecider: Decider<CodeGeneration, CodeGenerationCommand, CodeGenerationEvent> = {
  noun: 'code-generation',
  initialState: { status: 'none' },
  decide,
  evolve,
};
