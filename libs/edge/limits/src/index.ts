/** Whose client it is, and what one address may do: the same for both gateways. */
export * from './address-ranges';
export * from './client-address';
export * from './limit-fields';
export * from './limited-address';
