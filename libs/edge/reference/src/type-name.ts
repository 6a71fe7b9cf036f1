/**
 * The name of a type from what it is called where it stands.
 * @example
 * typeName('Delegate', 'REMOVAL_SIGNATURE') // → 'DelegateRemovalSignature'
 */
export const typeName = (...parts: readonly string[]): string =>
  parts
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .map(capitalized)
    .join('');

/** With a capital at the start of each word only, as generators write it: `getTOTPSalt` is GetTotpSalt. */
function capitalized(text: string): string {
  const words = text.replace(/[A-Z]{2,}(?=[A-Z][a-z]|$)/g, (word) => word[0] + word.slice(1).toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
