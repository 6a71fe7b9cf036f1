import { withoutSecrets } from '@exchange/core/kernel';

/** Shorter parts of a path, such as v3, are no keys. */
const KEY_LENGTH = 8;

/**
 * Takes out of texts what a node's address keeps secret: providers know their customers by a key in its path, its query or as
 * a password, and may say it when they refuse. Throws a sentence when it is no address.
 */
export function secretsOf(address: string): (text: string) => string {
  if (!URL.canParse(address)) throw new Error('the address of a node of the chain is no URL');
  const { username, password, pathname, search } = new URL(address);
  const values = search.slice(1).split('&').map(valueOf);
  const parts = [username, password, ...pathname.split('/'), ...values].flatMap(spellingsOf);
  // The longest first, so that nothing is left of one that contains another.
  const secrets = [...new Set(parts)]
    .filter((part) => part.length >= KEY_LENGTH)
    .sort((left, right) => right.length - left.length);
  return (text) =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, '(secret)'), withoutSecrets(text));
}

/** Of a query's parameter what is behind its name; one without a name is the key itself. */
const valueOf = (parameter: string): string => parameter.slice(parameter.indexOf('=') + 1);

/** As the address has it, as it was meant, and as others would write that in an address. */
function spellingsOf(part: string): readonly string[] {
  try {
    return [part, part.replaceAll('+', ' ')].flatMap((raw) => {
      const meant = decodeURIComponent(raw);
      return [raw, meant, encodeURIComponent(meant)];
    });
  } catch {
    return [part];
  }
}
