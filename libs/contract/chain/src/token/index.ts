export * from './read-token';
export * from './token-traps';
