/** How a chain is asked: through several nodes, none of which is believed alone. */
export { LyingNodeError, type NodesWatch, type NodeState } from './chain-node';
export * from './chain-fields';
export * from './chain-nodes';
export * from './contract-reads';
export { inParts } from './in-parts';
export { headerHash, type NodeBlock } from './header-hash';
export { mayHoldLogs } from './logs-bloom';
export { asksTooMuch, isChainsAnswer, isRateLimit, nodeErrorOf } from './node-errors';
export { NodeAnswerError, NodeProvider } from './node-provider';
export { LackingNodeError, type ProvenBlock, type ProvenLog } from './read-block';
