import { withoutSecrets } from '@exchange/core/kernel';

/** Shorter parts of a path, such as v3, are no keys. */
const KEY_LENGTH = 8;

/**
 * Takes out of texts what a node's address keeps secret: providers know their customers by a key in its path, its query or as
 * a password, and may say it when they refuse. Throws a sentence when it is no address.
 */
export function secretsOf(address: string): (text: string) => string {
  if (!URL.canParse(address)) throw new Error('the address of a node of the chain is no URL');
  const { username, password, pathname, searchParams } = new URL(address);
  const parts = [username, password, ...pathname.split('/'), ...searchParams.values()];
  const secrets = parts.filter((part) => part.length >= KEY_LENGTH);
  return (text) =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, '(secret)'), withoutSecrets(text));
}
