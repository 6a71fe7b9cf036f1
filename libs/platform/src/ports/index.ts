export * from './bus';
export * from './clock';
export * from './database';
export * from './find-newest';
export * from './log';
export * from './trace';
export * from './turn-handler';
export * from './own-positions';
