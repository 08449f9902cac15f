import { strings } from '../kernel/json.ts';
import type { Plugin } from '../proxy/call.ts';
import { errorReply } from '../proxy/replies.ts';
import { pcre } from '../schema/typedefs.ts';

/** A short form of Kong's list of known robots: names that end in bot, spider or crawler, and a few others. */
const robots = [
  /pingdom\.com_bot/i,
  /facebookexternalhit/i,
  /google\.com\/\+\/web\/snippet/i,
  /newrelicpinger/i,
  /(bot|spider|crawl(er)?|archiver|indexer|scraper)\b/i,
];

/** Refuses robots by their User-Agent. Allows calls without one. */
export const botDetection: Plugin = {
  access(call, { config }) {
    const agent = call.request.headers['user-agent'];
    if (!agent) return undefined;
    const matches = (patterns: string[]) => patterns.some((pattern) => pcre(pattern).test(agent));
    if (matches(strings(config.allow))) return undefined;
    return matches(strings(config.deny)) || robots.some((robot) => robot.test(agent))
      ? errorReply(403, 'Forbidden', call.id, call.request.headers.accept)
      : undefined;
  },
};
