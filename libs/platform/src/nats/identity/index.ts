export * from './broker-login';
export * from './claims';
export * from './nkey-text';
export * from './roles';
