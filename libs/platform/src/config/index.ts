export * from './define-config';
export * from './platform-config';
