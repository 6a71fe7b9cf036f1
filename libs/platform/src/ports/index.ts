export * from './bus';
export * from './clock';
export * from './database';
export * from './find-newest';
export * from './log';
export * from './turn-handler';
