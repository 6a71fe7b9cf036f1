import type { JsonRpcProvider } from 'ethers';
import type { Say } from '../../kit/command-line/say';
import type { ConfigFile } from './config-file';
import type { DeployOptions } from './options';

/** What a command of the tool works with. */
export interface Run {
  readonly options: DeployOptions;
  readonly config: ConfigFile;
  readonly provider: JsonRpcProvider;
  readonly say: Say;
}
