import { BlockList, isIP } from 'node:net';
import { strings, text } from '../kernel/json.ts';
import type { Plugin } from '../proxy/call.ts';
import { errorReply } from '../proxy/replies.ts';

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function contains(ranges: string[], address: string): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(net, family(net));
    else list.addSubnet(net, Number(bits), family(net));
  }
  return list.check(address, family(address));
}

/** Allows and denies calls by lists of addresses and CIDR ranges. An address on both lists is denied. */
export const ipRestriction: Plugin = {
  access(call, { config }) {
    const [allow, deny] = [strings(config.allow), strings(config.deny)];
    const blocked = contains(deny, call.clientIp) || (allow.length > 0 && !contains(allow, call.clientIp));
    if (!blocked) return undefined;
    const message = text(config.message) || `IP address not allowed: ${call.clientIp}`;
    return errorReply(Number(config.status ?? 403), message, call.id, call.request.headers.accept);
  },
};
