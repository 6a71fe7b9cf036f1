export * from './internal-port';
export * from './readiness';
