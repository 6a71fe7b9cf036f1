export * from './create-log';
export * from './metrics';
export * from './tracing';
