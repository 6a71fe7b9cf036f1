/** The rules of matching in their plainest form, to hold the markets of the exchange against; nothing that ships uses it. */
export { naiveStore } from './naive-store';
export { slowKeeping } from './slow-keeping';
