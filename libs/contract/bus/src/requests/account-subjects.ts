/** `account.v1.cmd.<partition>.<sender>.<kind>`: the sender is the process, and its NATS user may use no other. */
export const command = (kind: string) => `account.v1.cmd.*.*.${kind}`;

/** `account.v1.query.<partition>.<sender>.<kind>` */
export const query = (kind: string) => `account.v1.query.*.*.${kind}`;
