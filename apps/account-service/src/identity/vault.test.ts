import { seededRandom } from '@exchange/test/kit';
import { describe, expect, it } from '@jest/globals';
import { Vault, vaultKey } from './vault';

describe('the vault', () => {
  const vault = new Vault(vaultKey('07'.repeat(32)), seededRandom('vault'));
  const sealed = vault.seal('secret', 'here');

  it('opens what it sealed, only where it belongs and with its key', () => {
    expect(vault.open(sealed, 'here')).toBe('secret');
    expect(vault.seal('secret', 'here')).not.toBe(sealed);
    expect(() => vault.open(sealed, 'there')).toThrow();
    expect(() => new Vault(vaultKey('08'.repeat(32)), seededRandom('vault')).open(sealed, 'here')).toThrow();
    const broken = Buffer.from(sealed, 'base64');
    broken.writeUInt8(broken.readUInt8(14) ^ 1, 14);
    expect(() => vault.open(broken.toString('base64'), 'here')).toThrow();
  });

  it('needs a key of 32 bytes', () => {
    expect(() => vaultKey('07')).toThrow('VAULT_KEY must be 32 bytes in hex');
  });
});
