/** The header of a gateway's log posts that tells the portal which gateway posts (requirement D10). */
export const telemetryKeyHeader = 'x-portico-gateway-key';
