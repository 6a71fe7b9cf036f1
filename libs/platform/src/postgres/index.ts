export * from './open-postgres';
export * from './postgres-database';
export * from './service-schemas';
export { findStatement } from './statements';
