export * from './bus';
export * from './clock';
export * from './database';
export * from './turn-handler';
