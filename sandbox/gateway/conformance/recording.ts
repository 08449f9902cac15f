import { readFileSync } from 'node:fs';
import type { Json } from '../kernel/json.ts';

/**
 * One request to a Kong 3.9.1 with its response. Headers without meaning here (dates, lengths, latencies, server) are
 * left out.
 */
export type Recording = {
  name: string;
  listener: 'admin' | 'proxy' | 'proxy-https';
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Json;
  note?: string;
  answer: { status: number; headers: Record<string, string | string[]>; body?: Json };
};

/**
 * The topics of the recordings. The recordings of a topic were made one after another. Each topic began with an empty
 * Kong.
 */
export const topics = [
  'services',
  'paging',
  'routes',
  'plugins',
  'consumers',
  'upstreams',
  'certificates',
  'elsewhere',
  'proxy',
  'balancer',
  'both',
] as const;
export type Topic = (typeof topics)[number];

function readLines<T>(file: string, replace: (text: string) => string): T[] {
  const text = readFileSync(new URL(`../recordings/${file}.jsonl`, import.meta.url), 'utf8');
  return replace(text)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

/** Returns the recordings of a topic in order. `replace` replaces the recorded addresses by those of this run. */
export function readRecordings(topic: Topic, replace: (text: string) => string): Recording[] {
  return readLines(topic, replace);
}

/** A post of http-log after a call: the recording's name without its number, and the request. */
export type LogPost = { after: string; method: string; path: string; headers: Record<string, string>; body: Json };

/** Returns the recorded requests of http-log to its listener. */
export function readLogPosts(replace: (text: string) => string): LogPost[] {
  return readLines('http-log', replace);
}
