export * from './market';
export * from './packets';
export * from './personal';
export * from './user-fill';
