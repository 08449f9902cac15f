/** The header that a gateway's log posts carry, so that the portal knows who posts (requirement D10). */
export const telemetryKeyHeader = 'x-portico-gateway-key';
