export * from './create-log';
export * from './faults';
export * from './raised-alarms';
export { activeTrace, beginTrace, inLinkedSpan, inNewTrace, withTrace } from './spans';
export * from './tracing';
export { isSecretName } from './shown-fields';
export * from './traces-by';
