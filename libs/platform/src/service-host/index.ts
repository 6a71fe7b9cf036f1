export * from './platform.module';
export * from './prerequisite';
export * from './readiness';
export * from './round-loop';
export * from './run-service';
export * from './tokens';
