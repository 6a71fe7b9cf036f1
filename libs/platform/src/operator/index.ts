export * from './foreign-order';
export * from './operator-heads';
export * from './operator-orders';
