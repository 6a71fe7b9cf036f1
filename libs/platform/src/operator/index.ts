export * from './operator-heads';
export * from './operator-orders';
