/** What services say to each other, defined once: schema, type, encoder and decoder of each message's content. */
export * from './chain/block-news';
export * from './chain/chain-fact';
export * from './codec';
export * from './market/control-input';
export * from './market/market-event';
export * from './market/market-input';
export * from './market/recorded-input';
export * from './order/order-options';
export * from './order/signed-order';
export * from './origin';
export * from './settlement/cosign-request';
export * from './settlement/settle-leg';
export * from './settlement/settlement-news';
