export * from './objects';
export * from './query';
