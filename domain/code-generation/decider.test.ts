import { describe, expect, it } from 'vitest';
import { notFound } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import type { CodeGenerationEvent, CodeRequest } from './code-generation.ts';
import { codeGenerationDecider } from './decider.ts';

const request: CodeRequest = {
  operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  apiId: 3,
  revision: 2,
  document: 'a'.repeat(64),
  type: 'client',
  lang: 'axios',
  modelPackage: 'acme.model',
  apiPackage: 'acme.api',
};
const requested: CodeGenerationEvent = { type: 'CodeGenerationRequested', data: request };
const archive = { operationId: request.operationId, files: 12, size: 3_456, hash: 'b'.repeat(64) };

describe('code for an API', () => {
  it('is requested once for each operation', () => {
    expect(given(codeGenerationDecider, []).when({ type: 'RequestCode', data: request })).toEqual([requested]);
    expect(given(codeGenerationDecider, [requested]).when({ type: 'RequestCode', data: request })).toMatchObject({
      refused: 'conflict',
    });
  });

  it('is generated after a request, and again after a replay by support', () => {
    const generated: CodeGenerationEvent = { type: 'CodeGenerated', data: archive };
    const confirm = { type: 'ConfirmCode', data: archive } as const;
    expect(given(codeGenerationDecider, []).when(confirm)).toEqual(notFound());
    expect(given(codeGenerationDecider, [requested]).when(confirm)).toEqual([generated]);
    expect(given(codeGenerationDecider, [requested, generated]).when(confirm)).toEqual([generated]);
    expect(given(codeGenerationDecider, [requested, generated]).state).toEqual({ status: 'generated', request });
  });
});
