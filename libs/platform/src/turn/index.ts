export * from './prompts';
export * from './requester';
export * from './turn';
export * from './turn-metrics';
export * from './turn-options';
