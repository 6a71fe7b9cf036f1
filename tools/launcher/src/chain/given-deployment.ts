import { address } from '@exchange/core/kernel';
import { openKeystore } from '@exchange/edge/keys';
import { computeAddress } from 'ethers';
import { readFileSync } from 'node:fs';
import type { LocalDeployment } from '../../../kit/chain/deploy';
import type { DevKey } from '../../../kit/chain/dev-keys';

/** The exchange that `npm run deploy-contract` deployed and described in this file. Throws a sentence if it is another file. */
export function deployedIn(file: string): Omit<LocalDeployment, 'tokens'> {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Omit<LocalDeployment, 'tokens'>;
    const { chainId, name, contract, blockNumber } = read;
    if (![chainId, blockNumber].every(Number.isSafeInteger)) throw new Error('no numbers');
    return { chainId, name, contract: address(contract), blockNumber };
  } catch (error) {
    throw new Error(`EXCHANGE_DEPLOYMENT: ${file} is not the deployment.json of npm run deploy-contract`, {
      cause: error,
    });
  }
}

/** The key that may register the test tokens of a development chain with an exchange of other keys. */
export async function listerKey(env: NodeJS.ProcessEnv): Promise<DevKey> {
  const { LISTER_KEYSTORE_FILE: file, LISTER_KEYSTORE_PASSWORD_FILE: passwordFile } = env;
  if (!file || !passwordFile) {
    throw new Error(
      'EXCHANGE_DEPLOYMENT needs the key that lists tokens: LISTER_KEYSTORE_FILE and LISTER_KEYSTORE_PASSWORD_FILE.',
    );
  }
  const privateKey = await openKeystore({ file, passwordFile });
  return { address: address(computeAddress(privateKey)), privateKey };
}
