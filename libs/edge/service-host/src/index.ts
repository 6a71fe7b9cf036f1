/** A service as a Nest process: its parts by token, health and metrics, what it waits for, loops beside the turn, traces, a graceful stop. */
export * from './gateway-drain';
export * from './platform.module';
export * from './prerequisite';
export * from './round-loop';
export * from './run-service';
export * from './tokens';
