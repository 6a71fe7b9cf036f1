/** What both gateways answer to HTTP that no framework answers. */
export * from './broken-requests';
export * from './measure-requests';
export * from './raw-answer';
export * from './trace-requests';
