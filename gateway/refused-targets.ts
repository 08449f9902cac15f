/**
 * Networks that no deployment may point to, unless the installation allows them (requirement D5). Private ranges are not among them:
 * that is where upstreams usually live.
 */
export const refusedNetworks = [
  // This machine, as the gateway sees it: its own admin interface, its neighbours.
  '0.0.0.0/8',
  '127.0.0.0/8',
  '::/128',
  '::1/128',
  // Link-local. The metadata of AWS, Azure, Google, Oracle, DigitalOcean, Hetzner (169.254.169.254), ECS (169.254.170.2).
  '169.254.0.0/16',
  'fe80::/10',
  'fec0::/10',
  // Shared address space (RFC 6598): the provider's own side. Alibaba's metadata is 100.100.100.200.
  '100.64.0.0/10',
  // Azure's platform, Oracle's older metadata, and of IPv6 those of AWS, Google and Scaleway.
  '168.63.129.16/32',
  '192.0.0.0/24',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
  // Multicast, reserved and broadcast: nobody answers there as a service.
  '224.0.0.0/3',
  'ff00::/8',
  // Ways through to IPv4 addresses that can't be read from the address: Teredo, an installation's own NAT64.
  '2001::/32',
  '64:ff9b:1::/48',
] as const;

/** Names that no deployment may point to, with all below them: this machine under its names, and metadata of clouds. */
export const refusedNames = [
  'localhost',
  'localdomain',
  'localhost6',
  'ip6-localhost',
  'ip6-loopback',
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
] as const;
