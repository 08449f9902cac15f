import type { Plugin } from '../proxy/call.ts';
import { acl } from './acl.ts';
import { botDetection } from './bot-detection.ts';
import { correlationId } from './correlation-id.ts';
import { cors } from './cors.ts';
import { httpLog } from './http-log.ts';
import { ipRestriction } from './ip-restriction.ts';
import { keyAuth } from './key-auth.ts';
import { notHere } from './not-here.ts';
import { oauth2 } from './oauth2.ts';
import { rateLimiting } from './rate-limiting.ts';
import { requestSizeLimiting } from './request-size-limiting.ts';
import { requestTermination } from './request-termination.ts';
import { requestTransformer } from './request-transformer.ts';
import { responseTransformer } from './response-transformer.ts';

/** The plugins that run, in order: by their priorities in Kong 3.9.1, from 100001 down to 2. */
export const plugins: readonly [name: string, plugin: Plugin][] = [
  ['correlation-id', correlationId],
  ['bot-detection', botDetection],
  ['cors', cors],
  ['jwt', notHere],
  ['oauth2', oauth2],
  ['key-auth', keyAuth],
  ['basic-auth', notHere],
  ['hmac-auth', notHere],
  ['ip-restriction', ipRestriction],
  ['request-size-limiting', requestSizeLimiting],
  ['acl', acl],
  ['rate-limiting', rateLimiting],
  ['request-transformer', requestTransformer],
  ['response-transformer', responseTransformer],
  ['http-log', httpLog],
  ['request-termination', requestTermination],
];
