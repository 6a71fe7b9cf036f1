/** What both gateways tell clients of this deployment, read from the environment. */
export * from './deployment';
export * from './deployment-fields';
