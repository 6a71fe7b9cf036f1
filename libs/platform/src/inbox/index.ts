export * from './inbox';
export * from './inbox-handler';
export * from './signal-definition';
