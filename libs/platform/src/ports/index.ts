export * from './bus';
export * from './clock';
export * from './database';
export * from './log';
export * from './turn-handler';
