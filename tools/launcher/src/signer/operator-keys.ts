import type { ServiceName } from '@exchange/core/kernel';
import type { KeyRole } from '@exchange/edge/keys';
import { type DevKey, operatorKeys } from '../../../kit/chain/dev-keys';

/** The keys that services hold: everybody knows them, so they are of use on development chains only. */
export const SERVICE_KEYS = {
  settler: operatorKeys.settler,
  attester: operatorKeys.attester,
  cosigner: operatorKeys.coSigner,
} as const satisfies Record<KeyRole, DevKey>;

/** Where an app has the key of a role from, as its environment says it. */
export type KeyEnvironment = (role: KeyRole, app: ServiceName) => NodeJS.ProcessEnv;

/** Which app uses which keys. */
export const HELD_KEYS: Readonly<Partial<Record<ServiceName, readonly KeyRole[]>>> = {
  'settlement-service': ['settler'],
  attester: ['attester', 'cosigner'],
};

/** What an app is told of all its keys. */
export const heldKeys = (app: ServiceName, keys: KeyEnvironment): NodeJS.ProcessEnv =>
  Object.assign({}, ...(HELD_KEYS[app] ?? []).map((role) => keys(role, app))) as NodeJS.ProcessEnv;

/** Each app has its keys itself, in plain text. */
export const plainKeys: KeyEnvironment = (role) => ({
  [`${role.toUpperCase()}_KEY`]: SERVICE_KEYS[role].privateKey,
});

/** The exchange was deployed with other keys: apps have them from whoever starts this, as their environment says. */
export const givenKeys: KeyEnvironment = () => ({});
