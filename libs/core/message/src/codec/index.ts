export { type AnyCodec, type Codec, coded, plain, type ValueOf } from './codec';
export { listOf, nullable } from './list';
export { type Members, object, type ObjectOf, optional, storedAs, variants, type VariantsOf } from './object';
export * from './values';
export { described, type Shown, shown, type View, view } from './view';
