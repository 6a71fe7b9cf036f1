export * from './market';
export * from './order-terms';
export * from './packets';
export * from './personal';
export * from './user-fill';
