export * from './operator-orders';
