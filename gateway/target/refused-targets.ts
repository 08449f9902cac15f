/**
 * Networks that no deployment may have as its target, unless the installation allows them (requirement D5). Private
 * ranges are allowed, because upstreams usually are there.
 */
export const refusedNetworks = [
  // The gateway's own machine: its admin interface, its neighbours.
  '0.0.0.0/8',
  '127.0.0.0/8',
  '::/128',
  '::1/128',
  // Link-local. Metadata of AWS, Azure, Google, Oracle, DigitalOcean, Hetzner (169.254.169.254), ECS (169.254.170.2).
  '169.254.0.0/16',
  'fe80::/10',
  'fec0::/10',
  // Shared address space (RFC 6598), used by providers. Alibaba's metadata is at 100.100.100.200.
  '100.64.0.0/10',
  // Azure's platform, Oracle's older metadata, and the IPv6 metadata of AWS, Google and Scaleway.
  '168.63.129.16/32',
  '192.0.0.0/24',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
  // Multicast, reserved and broadcast: no service is there.
  '224.0.0.0/3',
  'ff00::/8',
  // These lead to IPv4 addresses that the IPv6 address does not show: Teredo, an installation's own NAT64.
  '2001::/32',
  '64:ff9b:1::/48',
] as const;

/**
 * Names that no deployment may have as its target, with their subdomains: the gateway's own machine, and metadata of
 * clouds.
 */
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
