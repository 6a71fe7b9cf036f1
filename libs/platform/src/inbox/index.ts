export * from './inbox';
export * from './inbox-handler';
export * from './sender-clocks';
export * from './signal-definition';
export * from './serve-request';
