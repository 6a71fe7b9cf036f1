export * from './clock-skews';
export * from './create-log';
export * from './metrics';
export * from './raised-alarms';
export { activeTrace, inLinkedSpan, inNewTrace, withTrace } from './spans';
export * from './tracing';
export * from './report-nodes';
export { isSecretName } from './shown-fields';
export * from './traces-by';
