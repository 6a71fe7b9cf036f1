/** The Merkle sum tree of what the contract owes, and the check of a proof: pure, and small enough for any page. */
export * from './sum-node';
export * from './sum-proof';
export * from './sum-tree';
