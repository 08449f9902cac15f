/** The kind of the dock view of one entry of the audit, in the address: `?dock=audit-entry:0b1c2d3e-...`. */
export const auditEntryView = 'audit-entry';
